#ifndef HEAP_H
#define HEAP_H

#include <stddef.h>
#include <stdint.h>

// The heap has two halves: runs.c divides memory into runs of pages, and blocks.c divides some runs into blocks.
//
// A page has 4 KiB; memory grows by 64 KiB, which is 16 pages. A table has an entry for each page of the memory, by the
// page's number. The runs tile the heap: the entry of a run's first page states its kind and its length. The table lies
// in a run itself, and moves to a longer one when memory outgrows it, so that a pointer into it is valid until the next
// allocation of a run.
//
// Sizes fall into classes: 1, 2 … 8 units, then four for each power of two. The same classes serve for the sizes of
// small blocks, in units of 16 bytes, and for the lengths of free runs, in pages.

enum {
  PAGE_SHIFT = 12,
  PAGE_SIZE = 1 << PAGE_SHIFT,
  /// Blocks begin at multiples of this.
  UNIT = 16,
  UNITS_PER_PAGE = PAGE_SIZE / UNIT,
  /// The classes of small blocks. The last is that of 14 KiB: above, whole pages waste no more than a class would.
  CLASS_COUNT = 35,
  /// The lists of free runs. The last has those of all larger classes, too.
  LIST_COUNT = 64,
  /// The end of a list of blocks.
  NO_UNIT = 0xffff,
};

enum page_kind {
  /// Not for blocks: data, the stack, the table, or memory that the host has added. 0, as in fresh memory.
  PAGE_RESERVED,
  /// The first or the last page of a free run.
  PAGE_FREE,
  /// The first page of a run that is one block.
  PAGE_BLOCK,
  /// The first page of a run that is divided into blocks of a class.
  PAGE_SLAB,
  /// Another page of a run in use.
  PAGE_INNER,
};

struct page {
  uint8_t kind;
  /// Of a slab: the class of its blocks.
  uint8_t class;
  /// Of a slab: the number of blocks in use.
  uint16_t used;
  union {
    /// Of a run that is no slab: the number of pages.
    uint32_t length;
    /// Of an inner page: the number of pages between the first page of the run and this one.
    uint32_t distance;
    struct {
      /// Of a slab: where the first free block begins, in units from the start of the slab, or `NO_UNIT`. Each free
      /// block begins with the place of the next.
      uint16_t free;
      /// Of a slab: the size of a block in units.
      uint16_t size;
    };
  };
  /// The neighbors in a list of free runs or of slabs; 0 where there is none.
  uint32_t next, previous;
};

extern struct page *heap_pages;

/// The number of the page after the heap.
extern uint32_t heap_end;

/// Free runs by the class of their length, and a bit for each list that is not empty.
extern uint32_t heap_free_runs[LIST_COUNT];
extern uint64_t heap_filled;

/// Slabs with blocks in use and free ones, by class.
extern uint32_t heap_slabs[CLASS_COUNT];

/// A slab without blocks for each class, or 0. It saves a program that allocates and frees one block again and again
/// the work of making a slab each time.
extern uint32_t heap_spares[CLASS_COUNT];

/// Returns the number of the heap's first page.
uint32_t heap_first(void);

static inline void *heap_address(uint32_t page) { return (void *)(uintptr_t)(page << PAGE_SHIFT); }

/// Returns the class of a size in units, or of a number of pages, from 1.
uint32_t heap_class(uint32_t size);

/// Returns the largest size of a class.
uint32_t heap_class_size(uint32_t class);

/// Returns the number of pages of a slab, which blocks of the class fill, or nearly so.
uint32_t heap_slab_length(uint32_t class);

void heap_insert(uint32_t *list, uint32_t page);
void heap_remove(uint32_t *list, uint32_t page);

/// Allocates a run whose first page is a multiple of `alignment`, a power of two. Returns 0 when memory has run out.
uint32_t heap_allocate_run(uint32_t count, uint32_t alignment, enum page_kind kind);

/// Frees pages of a run in use, and joins them with the free runs around them.
void heap_free_run(uint32_t first, uint32_t count);

/// Changes the length of a run in use without moving it. Returns 0 if the pages after it are in use.
int heap_resize_run(uint32_t first, uint32_t from, uint32_t to);

/// Frees the spare slabs: the heap prefers that to growing.
void heap_release_spares(void);

#endif
