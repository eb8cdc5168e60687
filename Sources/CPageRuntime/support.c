#if defined(__wasm__)

#include <stddef.h>
#include <stdint.h>

/// Fills a buffer with the next bytes of a generator with a fixed seed, which are not secret: the highest ones of the
/// linear congruential generator of Knuth's MMIX.
///
/// Swift seeds its hashes with them, which protects a server from clients that send keys with equal hashes. A page
/// hashes its own data, so that every instance can have the same seeds, and runs repeat exactly. Swift's
/// `SystemRandomNumberGenerator` calls this function, too: do not derive anything secret from it in a page.
void arc4random_buf(void *buffer, size_t count)
{
  static uint64_t state = 0x5eed0fa9a6e00001;
  unsigned char *next = buffer;
  for (; count; count--) {
    state = state * 6364136223846793005 + 1442695040888963407;
    *next++ = (unsigned char)(state >> 56);
  }
}

/// Discards what Swift's `print` writes: a module has no standard output.
int putchar(int character) { return character; }

/// Functions with buffers on the stack copy this value beside them and compare it before they return: an overflow has
/// changed the copy, whether or not the value is secret.
uintptr_t __stack_chk_guard = 0x9e3779b9;

_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }

#endif
