#if defined(__wasm__)

#include "heap.h"
#include "page_runtime.h"

// A small block is a part of a slab; a large one is a run of its own. Blocks have no headers: the table of pages states
// their sizes.

enum {
  LARGEST_SMALL = 896 * UNIT,
  /// Slabs for blocks of up to 512 bytes are one page.
  LARGEST_OF_PAGE = 512 / UNIT,

  INVALID_ARGUMENT = 22,
  OUT_OF_MEMORY = 12,
};

/// Makes a function an export of the module.
#define EXPORT(name) __attribute__((export_name(#name)))

uint32_t heap_slabs[CLASS_COUNT];
uint32_t heap_spares[CLASS_COUNT];

static size_t live_bytes, live_blocks;

EXPORT(page_runtime_live_bytes)
size_t page_runtime_live_bytes(void) { return live_bytes; }

EXPORT(page_runtime_live_blocks)
size_t page_runtime_live_blocks(void) { return live_blocks; }

EXPORT(page_runtime_reserved_bytes)
size_t page_runtime_reserved_bytes(void) { return heap_pages ? (heap_end - heap_first()) << PAGE_SHIFT : 0; }

static uint32_t small_class(size_t size) { return size ? heap_class((size + UNIT - 1) / UNIT) : 0; }

uint32_t heap_slab_length(uint32_t class)
{
  return heap_class_size(class) <= LARGEST_OF_PAGE ? 1 : 5 + (class & 3);
}

void heap_release_spares(void)
{
  for (uint32_t class = 0; class < CLASS_COUNT; class++) {
    if (heap_spares[class]) heap_free_run(heap_spares[class], heap_slab_length(class));
    heap_spares[class] = 0;
  }
}

/// Returns a block of a slab. A free one has the place of the next free one there.
static uint16_t *block_address(uint32_t slab, uint32_t unit)
{
  return (uint16_t *)heap_address(slab) + unit * (UNIT / sizeof(uint16_t));
}

/// Makes a slab whose blocks are all free; 0 when memory has run out.
static uint32_t make_slab(uint32_t class)
{
  uint32_t length = heap_slab_length(class), size = heap_class_size(class);
  uint32_t slab = heap_allocate_run(length, 1, PAGE_SLAB);
  if (!slab) return 0;
  struct page *page = &heap_pages[slab];
  page->class = (uint8_t)class;
  page->used = 0;
  page->size = (uint16_t)size;
  // From the last block to the first, which is then the first of the list.
  uint32_t next = NO_UNIT, unit = length * UNITS_PER_PAGE / size * size;
  while (unit) {
    unit -= size;
    *block_address(slab, unit) = (uint16_t)next;
    next = unit;
  }
  page->free = (uint16_t)next;
  return slab;
}

static void *allocate_small(uint32_t class)
{
  uint32_t slab = heap_slabs[class];
  if (!slab) {
    slab = heap_spares[class];
    heap_spares[class] = 0;
    if (!slab) slab = make_slab(class);
    if (!slab) return NULL;
    heap_insert(&heap_slabs[class], slab);
  }
  struct page *page = &heap_pages[slab];
  uint16_t *block = block_address(slab, page->free);
  page->free = *block;
  page->used++;
  if (page->free == NO_UNIT) heap_remove(&heap_slabs[class], slab);
  live_bytes += page->size * UNIT;
  live_blocks++;
  return block;
}

static void *allocate_large(size_t size, uint32_t alignment)
{
  // No difference of two pointers into a block exceeds PTRDIFF_MAX.
  if (size > PTRDIFF_MAX) return NULL;
  uint32_t count = (size + PAGE_SIZE - 1) >> PAGE_SHIFT;
  uint32_t run = heap_allocate_run(count, alignment, PAGE_BLOCK);
  if (!run) return NULL;
  live_bytes += count << PAGE_SHIFT;
  live_blocks++;
  return heap_address(run);
}

void *malloc(size_t size)
{
  return size > LARGEST_SMALL ? allocate_large(size, 1) : allocate_small(small_class(size));
}

/// Returns the first page of the run that has a block.
static uint32_t run_of(const void *block)
{
  uint32_t page = (uintptr_t)block >> PAGE_SHIFT;
  return heap_pages[page].kind == PAGE_INNER ? page - heap_pages[page].distance : page;
}

static size_t block_size(const struct page *page)
{
  return page->kind == PAGE_SLAB ? page->size * UNIT : page->length << PAGE_SHIFT;
}

void free(void *block)
{
  if (!block) return;
  uint32_t run = run_of(block);
  struct page *page = &heap_pages[run];
  // A block that is not in use, or not a block at all.
  if (page->kind != PAGE_SLAB && page->kind != PAGE_BLOCK) __builtin_trap();
  live_bytes -= block_size(page);
  live_blocks--;
  if (page->kind == PAGE_BLOCK) {
    heap_free_run(run, page->length);
    return;
  }

  uint32_t class = page->class;
  if (page->free == NO_UNIT) heap_insert(&heap_slabs[class], run);
  *(uint16_t *)block = page->free;
  page->free = (uint16_t)(((uintptr_t)block - (uintptr_t)heap_address(run)) / UNIT);
  if (--page->used) return;
  heap_remove(&heap_slabs[class], run);
  if (heap_spares[class]) {
    heap_free_run(run, heap_slab_length(class));
  } else {
    heap_spares[class] = run;
  }
}

int page_runtime_has_room(size_t size)
{
  void *block = malloc(size);
  free(block);
  return block != NULL;
}

/// Without the attribute, clang would make the body a call of `calloc`.
__attribute__((no_builtin)) void *calloc(size_t count, size_t size)
{
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
  void *block = malloc(bytes);
  if (block) __builtin_memset(block, 0, bytes);
  return block;
}

/// A size of 0 is the smallest size, as in `malloc`: the result is a block, too.
void *realloc(void *block, size_t size)
{
  if (!block) return malloc(size);
  uint32_t run = run_of(block);
  const struct page *page = &heap_pages[run];
  size_t old = block_size(page);
  if (page->kind == PAGE_SLAB) {
    if (size <= LARGEST_SMALL && small_class(size) == page->class) return block;
  } else if (size > LARGEST_SMALL && size <= PTRDIFF_MAX) {
    uint32_t count = (size + PAGE_SIZE - 1) >> PAGE_SHIFT;
    if (heap_resize_run(run, old >> PAGE_SHIFT, count)) {
      live_bytes += (count << PAGE_SHIFT) - old;
      return block;
    }
  }
  void *moved = malloc(size);
  if (!moved) return NULL;
  __builtin_memcpy(moved, block, size < old ? size : old);
  free(block);
  return moved;
}

/// `alignment` is a power of two.
static void *allocate_aligned(size_t alignment, size_t size)
{
  if (alignment > PAGE_SIZE) return allocate_large(size ? size : 1, alignment >> PAGE_SHIFT);
  if (alignment <= UNIT || size > LARGEST_SMALL) return malloc(size);
  // The size of a class of a multiple of the alignment is a multiple, too, and slabs begin with a page.
  return malloc(size ? (size + alignment - 1) & -alignment : alignment);
}

/// Swift allocates its objects with this.
int posix_memalign(void **result, size_t alignment, size_t size)
{
  if (alignment < sizeof(void *) || alignment & (alignment - 1)) return INVALID_ARGUMENT;
  void *block = allocate_aligned(alignment, size);
  if (!block) return OUT_OF_MEMORY;
  *result = block;
  return 0;
}

void *aligned_alloc(size_t alignment, size_t size)
{
  return !alignment || alignment & (alignment - 1) ? NULL : allocate_aligned(alignment, size);
}

#endif
