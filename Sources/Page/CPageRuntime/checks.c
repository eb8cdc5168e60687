#if defined(__wasm__) && defined(PAGE_RUNTIME_CHECKS)

#include "heap.h"
#include "page_runtime.h"

/// Ends the check that fails with the number of its line.
#define CHECK(condition) \
  if (!(condition)) return __LINE__

/// The sums over the runs of the heap.
struct sums {
  uint32_t free_runs, slabs_with_room, spares, blocks, bytes;
};

/// Checks the list of the free blocks of a slab.
static int check_slab(uint32_t slab, struct sums *sums)
{
  const struct page *page = &heap_pages[slab];
  CHECK(page->class < CLASS_COUNT && page->size == heap_class_size(page->class));
  uint32_t capacity = heap_slab_length(page->class) * UNITS_PER_PAGE / page->size, free = 0;
  for (uint32_t unit = page->free; unit != NO_UNIT; free++) {
    CHECK(free < capacity && unit % page->size == 0 && unit / page->size < capacity);
    unit = *(const uint16_t *)((const char *)heap_address(slab) + unit * UNIT);
  }
  CHECK(free + page->used == capacity);
  CHECK(page->used || heap_spares[page->class] == slab);
  sums->slabs_with_room += free && page->used;
  sums->spares += !page->used;
  sums->blocks += page->used;
  sums->bytes += page->used * page->size * UNIT;
  return 0;
}

/// Checks that runs tile the heap, and adds them up.
static int check_runs(struct sums *sums)
{
  enum page_kind previous = PAGE_RESERVED;
  uint32_t run = heap_first();
  while (run < heap_end) {
    const struct page *page = &heap_pages[run];
    uint32_t length = page->kind == PAGE_SLAB ? heap_slab_length(page->class) : page->length;
    CHECK(length > 0 && length <= heap_end - run);
    if (page->kind == PAGE_FREE) {
      const struct page *last = &heap_pages[run + length - 1];
      CHECK(previous != PAGE_FREE && last->kind == PAGE_FREE && last->length == length);
      sums->free_runs++;
    } else {
      CHECK(page->kind != PAGE_INNER);
      for (uint32_t i = 1; i < length; i++) {
        CHECK(heap_pages[run + i].kind == PAGE_INNER && heap_pages[run + i].distance == i);
      }
    }
    if (page->kind == PAGE_BLOCK) {
      sums->blocks++;
      sums->bytes += length << PAGE_SHIFT;
    }
    if (page->kind == PAGE_SLAB) {
      int line = check_slab(run, sums);
      if (line) return line;
    }
    previous = page->kind;
    run += length;
  }
  CHECK(run == heap_end && heap_pages[run].kind == PAGE_RESERVED);
  return 0;
}

/// Checks that the lists have all free runs and all slabs with room, each once.
static int check_lists(const struct sums *sums)
{
  uint32_t free_runs = 0, slabs_with_room = 0, spares = 0;
  for (uint32_t list = 0; list < LIST_COUNT; list++) {
    CHECK(!heap_free_runs[list] == !(heap_filled >> list & 1));
    uint32_t previous = 0;
    for (uint32_t run = heap_free_runs[list]; run; run = heap_pages[run].next) {
      const struct page *page = &heap_pages[run];
      CHECK(page->kind == PAGE_FREE && page->previous == previous && ++free_runs <= sums->free_runs);
      uint32_t class = heap_class(page->length);
      CHECK(class == list || (list == LIST_COUNT - 1 && class > list));
      previous = run;
    }
  }
  for (uint32_t class = 0; class < CLASS_COUNT; class++) {
    spares += heap_spares[class] != 0;
    uint32_t previous = 0;
    for (uint32_t slab = heap_slabs[class]; slab; slab = heap_pages[slab].next) {
      const struct page *page = &heap_pages[slab];
      CHECK(page->kind == PAGE_SLAB && page->class == class && page->previous == previous);
      CHECK(page->used && page->free != NO_UNIT && ++slabs_with_room <= sums->slabs_with_room);
      previous = slab;
    }
  }
  CHECK(free_runs == sums->free_runs && slabs_with_room == sums->slabs_with_room && spares == sums->spares);
  return 0;
}

int page_runtime_check(void)
{
  if (!heap_pages) return 0;
  struct sums sums = {0};
  int line = check_runs(&sums);
  if (!line) line = check_lists(&sums);
  if (line) return line;
  CHECK(sums.blocks == page_runtime_live_blocks() && sums.bytes == page_runtime_live_bytes());
  return 0;
}

#endif
