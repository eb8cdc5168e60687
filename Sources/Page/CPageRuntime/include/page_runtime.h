#ifndef PAGE_RUNTIME_H
#define PAGE_RUNTIME_H

// The functions of a C library that Embedded Swift and clang call in a WebAssembly module without one: the heap, copies
// and comparisons of bytes, rounding, 128-bit products, and random bytes. The module imports nothing for them. Other
// platforms have a C library, and this target is empty there.
//
// A module has one thread, so nothing here locks.
//
// When memory runs out: the heap grows the module's memory up to its maximum, or until the host refuses. From then on,
// `malloc` and its relatives return NULL, as they always do for 2 GiB or more at once. Swift cannot continue without
// memory: it executes `unreachable`, and in JavaScript the call into the module throws a `WebAssembly.RuntimeError`.
// The trap interrupts Swift anywhere, so a page should drop the instance and start another. A host that calls `malloc`
// itself gets 0 and can continue.

#if defined(__wasm__)

#include <stddef.h>

// As in the C library.

void *malloc(size_t size);
void *realloc(void *block, size_t size);
void free(void *block);

/// Returns whether a block of a size can be allocated. Swift executes `unreachable` where it has no memory for an object,
/// but does not check the result of `UnsafeMutablePointer.allocate`: ask before it allocates much.
int page_runtime_has_room(size_t size);

/// Returns the number of bytes in all blocks that are allocated. A block's size is that of its size class or of its
/// pages, which is at least the requested size.
size_t page_runtime_live_bytes(void);

/// Returns the number of blocks that are allocated.
size_t page_runtime_live_blocks(void);

/// Returns the number of bytes of memory that the heap manages: the blocks, free memory, and its own tables. It never
/// shrinks.
size_t page_runtime_reserved_bytes(void);

#if defined(PAGE_RUNTIME_CHECKS)
/// Walks the heap and returns 0 if its structures are consistent, otherwise the line of the check that failed.
int page_runtime_check(void);
#endif

#endif

#endif
