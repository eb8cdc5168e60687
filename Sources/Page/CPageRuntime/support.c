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

/// Returns the double that a decimal number stands for, which the text begins with: the host rounds to the nearest one.
__attribute__((import_module("host"), import_name("number"))) double page_runtime_host_number(const char *text);

static const char *skip_digits(const char *text)
{
  while (*text >= '0' && *text <= '9') text++;
  return text;
}

/// Reads a text as a decimal number, as Swift's `Double(_:)` does; returns the end of the number, or NULL if the text
/// does not begin with one. Infinity, NaN and hexadecimal numbers are none here.
const char *_swift_stdlib_strtod_clocale(const char *text, double *result)
{
  const char *start = text + (*text == '-' || *text == '+'), *end = skip_digits(start);
  size_t digits = end - start;
  if (*end == '.') {
    const char *decimals = end + 1;
    end = skip_digits(decimals);
    digits += end - decimals;
  }
  if (!digits) return NULL;
  if (*end == 'e' || *end == 'E') {
    const char *exponent = end + 1 + (end[1] == '-' || end[1] == '+'), *last = skip_digits(exponent);
    if (last > exponent) end = last;
  }
  *result = page_runtime_host_number(text);
  return end;
}

/// Discards the output of Swift's `print`: a module has no standard output.
int putchar(int character) { return character; }

/// Functions with buffers on the stack copy this value beside them and compare it before they return: an overflow has
/// changed the copy, whether or not the value is secret.
uintptr_t __stack_chk_guard = 0x9e3779b9;

_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }

#endif
