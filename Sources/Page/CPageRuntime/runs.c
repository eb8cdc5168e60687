#if defined(__wasm__)

#include "heap.h"

#if !defined(__wasm_bulk_memory__)
#error "Copies must compile to memory.copy: -mbulk-memory"
#endif

enum {
  /// Memory grows by an eighth of itself at least, so that a heap that grows steadily calls the host rarely.
  GROWTH_DIVISOR = 8,
  WASM_PAGE = (64 << 10) / PAGE_SIZE,
  ENTRIES_PER_PAGE = PAGE_SIZE / sizeof(struct page),
  /// The table grows by this factor, so that it moves rarely; the first one suffices for 16 MiB.
  TABLE_FACTOR = 4,
  SHORTEST_TABLE = (16 << 20) / PAGE_SIZE / ENTRIES_PER_PAGE,
};

struct page *heap_pages;
uint32_t heap_end;
uint32_t heap_free_runs[LIST_COUNT];
uint64_t heap_filled;

/// The number of pages of the table.
static uint32_t table_length;

/// The linker's name for the end of data and stack.
extern char __heap_base;

uint32_t heap_first(void) { return ((uintptr_t)&__heap_base + PAGE_SIZE - 1) >> PAGE_SHIFT; }

uint32_t heap_class(uint32_t units)
{
  if (units <= 8) return units - 1;
  uint32_t last = units - 1, exponent = 31 - (uint32_t)__builtin_clz(last);
  return 4 * exponent + (last >> (exponent - 2)) - 8;
}

uint32_t heap_class_size(uint32_t class)
{
  return class < 8 ? class + 1 : (5 + (class & 3)) << ((class >> 2) - 1);
}

static uint32_t list_of(uint32_t length)
{
  uint32_t class = heap_class(length);
  return class < LIST_COUNT ? class : LIST_COUNT - 1;
}

void heap_insert(uint32_t *list, uint32_t page)
{
  heap_pages[page].previous = 0;
  heap_pages[page].next = *list;
  // No run begins with page 0, so that its entry can take the place of a neighbor at the end.
  heap_pages[*list].previous = page;
  *list = page;
}

void heap_remove(uint32_t *list, uint32_t page)
{
  uint32_t next = heap_pages[page].next, previous = heap_pages[page].previous;
  heap_pages[next].previous = previous;
  if (previous) {
    heap_pages[previous].next = next;
  } else {
    *list = next;
  }
}

static void remove_free(uint32_t first)
{
  uint32_t list = list_of(heap_pages[first].length);
  heap_remove(&heap_free_runs[list], first);
  if (!heap_free_runs[list]) heap_filled &= ~(1ull << list);
}

void heap_free_run(uint32_t first, uint32_t count)
{
  if (!count) return;
  const struct page *before = &heap_pages[first - 1], *after = &heap_pages[first + count];
  if (after->kind == PAGE_FREE) {
    remove_free(first + count);
    count += after->length;
  }
  if (before->kind == PAGE_FREE) {
    first -= before->length;
    remove_free(first);
    count += before->length;
  }
  struct page *head = &heap_pages[first], *last = &heap_pages[first + count - 1];
  head->kind = last->kind = PAGE_FREE;
  head->length = last->length = count;
  uint32_t list = list_of(count);
  heap_insert(&heap_free_runs[list], first);
  heap_filled |= 1ull << list;
}

/// Marks the pages of a run in use.
static void mark(uint32_t first, uint32_t count, enum page_kind kind)
{
  for (uint32_t i = 1; i < count; i++) {
    heap_pages[first + i].kind = PAGE_INNER;
    heap_pages[first + i].distance = i;
  }
  heap_pages[first].kind = (uint8_t)kind;
  heap_pages[first].length = count;
}

/// Finds the shortest free run of a list, or any of the next list that has one; 0 if there is none.
///
/// A list for up to 8 pages has runs of one length, so that a small run is found in constant time.
static uint32_t find(uint32_t count)
{
  uint32_t list = list_of(count), found = 0;
  for (uint32_t run = heap_free_runs[list]; run; run = heap_pages[run].next) {
    uint32_t length = heap_pages[run].length;
    if (length < count || (found && length >= heap_pages[found].length)) continue;
    found = run;
    if (length == count) break;
  }
  if (found) return found;
  // Two shifts: one by 64 would not be defined.
  uint64_t longer = heap_filled >> list >> 1 << list << 1;
  return longer ? heap_free_runs[__builtin_ctzll(longer)] : 0;
}

/// Grows memory by `count` pages, and rounds `count` up to whole pages of WebAssembly. Returns 0 if the host refuses.
static int grow(uint32_t *count)
{
  uint32_t pages = (*count + WASM_PAGE - 1) / WASM_PAGE;
  *count = pages * WASM_PAGE;
  return __builtin_wasm_memory_grow(0, pages) != (size_t)-1;
}

/// Grows the heap so that it has a free run of `count` pages or more. Returns 0 if the host refuses.
static int extend(uint32_t count)
{
  uint32_t end = __builtin_wasm_memory_size(0) * WASM_PAGE, start = end, free = 0;
  if (!heap_pages) {
    // The memory after data and stack is the heap's from the beginning.
    start = heap_first();
    free = end - start;
  } else if (end == heap_end && heap_pages[end - 1].kind == PAGE_FREE) {
    free = heap_pages[end - 1].length;
  }

  // The first attempt adds an eighth, the second only the pages that are missing.
  uint32_t added, length, generous = end / GROWTH_DIVISOR;
  for (;; generous = 0) {
    uint32_t longest = end + (count > generous ? count : generous) + WASM_PAGE;
    length = longest > table_length * ENTRIES_PER_PAGE ? TABLE_FACTOR * longest / ENTRIES_PER_PAGE + 1 : 0;
    if (length && length < SHORTEST_TABLE) length = SHORTEST_TABLE;
    added = count + length > free ? count + length - free : 0;
    if (added && added < generous) added = generous;
    if (grow(&added)) break;
    if (!generous) return 0;
  }

  uint32_t added_end = end + added, free_end = added_end, old_length = table_length;
  struct page *old = heap_pages;
  if (length) {
    // The first table lies before all blocks, a later one after the requested memory: neither divides it.
    uint32_t table = old ? free_end -= length : start;
    if (!old) start += length;
    heap_pages = heap_address(table);
    table_length = length;
    if (old) __builtin_memcpy(heap_pages, old, heap_end * sizeof *old);
    mark(table, length, PAGE_RESERVED);
  }
  if (old && start > heap_end) mark(heap_end, start - heap_end, PAGE_RESERVED);
  heap_end = added_end;
  heap_free_run(start, free_end - start);
  if (length && old) heap_free_run((uintptr_t)old >> PAGE_SHIFT, old_length);
  return 1;
}

uint32_t heap_allocate_run(uint32_t count, uint32_t alignment, enum page_kind kind)
{
  // Somewhere in a run of that length, there is one that is aligned.
  uint32_t length = count + alignment - 1;
  uint32_t run = find(length);
  if (!run) {
    heap_release_spares();
    run = find(length);
  }
  if (!run) {
    if (!extend(length)) return 0;
    run = find(length);
  }
  remove_free(run);
  uint32_t end = run + heap_pages[run].length, first = (run + alignment - 1) & -alignment;
  mark(first, count, kind);
  heap_free_run(run, first - run);
  heap_free_run(first + count, end - first - count);
  return first;
}

int heap_resize_run(uint32_t first, uint32_t from, uint32_t to)
{
  if (to > from) {
    const struct page *after = &heap_pages[first + from];
    if (after->kind != PAGE_FREE || after->length < to - from) return 0;
    remove_free(first + from);
    from += after->length;
  }
  mark(first, to, heap_pages[first].kind);
  heap_free_run(first + to, from - to);
  return 1;
}

#endif
