#if defined(__wasm__)

#include <stdint.h>

/// Rounds to an integer, halves away from zero.
double round(double x)
{
  // Both operations are exact, and -0.3 becomes -0.
  double whole = __builtin_trunc(x);
  return __builtin_fabs(x - whole) >= 0.5 ? whole + __builtin_copysign(1, x) : whole;
}

/// Rounds to an integer, halves to the even one.
double rint(double x) { return __builtin_rint(x); }

enum { FRACTION_BITS = 52, SPARE_BITS = 63 - FRACTION_BITS };

static uint64_t bits_of(double x)
{
  uint64_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}

static double double_of(uint64_t bits)
{
  double x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}

/// Makes the bits of a positive number those of its digits as an integer, and returns its exponent field: 1 for
/// subnormal numbers, which have the exponent of the smallest normal ones.
static int digits_of(uint64_t *bits)
{
  int exponent = (int)(*bits >> FRACTION_BITS);
  if (!exponent) return 1;
  *bits = (*bits & ((1ull << FRACTION_BITS) - 1)) | 1ull << FRACTION_BITS;
  return exponent;
}

/// Returns the remainder of a division that rounds toward zero, which is exact, with the sign of `x`.
double fmod(double x, double y)
{
  const uint64_t infinity = 0x7ffull << FRACTION_BITS;
  uint64_t dividend = bits_of(__builtin_fabs(x)), divisor = bits_of(__builtin_fabs(y));
  if (dividend >= infinity || divisor > infinity || !divisor) return __builtin_nan("");
  if (dividend < divisor) return x;

  // Both are integers times powers of two.
  int exponent = digits_of(&dividend), lowest = digits_of(&divisor);
  dividend %= divisor;
  // The remainder is below 2^53: as many digits as the word has room for, a division each.
  for (int left = exponent - lowest; left > 0 && dividend; left -= SPARE_BITS) {
    dividend = (dividend << (left < SPARE_BITS ? left : SPARE_BITS)) % divisor;
  }

  // Exact, since the remainder is a multiple of the divisor's last digit.
  double unit = double_of((uint64_t)lowest << FRACTION_BITS);
  return __builtin_copysign((double)dividend * 0x1p-52 * unit, x);
}

/// Returns the 128-bit product of 128-bit numbers; clang calls it for full products of 64-bit ones, too.
__int128 __multi3(__int128 a, __int128 b)
{
  uint64_t low = (uint64_t)a, other = (uint64_t)b;
  uint64_t low0 = (uint32_t)low, low1 = low >> 32, other0 = (uint32_t)other, other1 = other >> 32;
  // Four products of 32-bit digits. The middle sum has room for the carry of each.
  uint64_t first = low0 * other0, inner = low1 * other0 + (first >> 32), outer = low0 * other1 + (uint32_t)inner;
  uint64_t high = low1 * other1 + (inner >> 32) + (outer >> 32);
  high += low * (uint64_t)(b >> 64) + (uint64_t)(a >> 64) * other;
  return (__int128)((unsigned __int128)high << 64 | (outer << 32 | (uint32_t)first));
}

/// A 128-bit number as its halves: shifts of the whole are calls of the functions below.
union halves {
  unsigned __int128 whole;
  struct { uint64_t low, high; } half;
};

/// Returns a 128-bit number shifted to the left by up to 127 bits.
__int128 __ashlti3(__int128 number, int bits)
{
  union halves from = {(unsigned __int128)number}, to;
  if (bits >= 64) {
    to.half.high = from.half.low << (bits - 64);
    to.half.low = 0;
  } else {
    to.half.high = bits ? from.half.high << bits | from.half.low >> (64 - bits) : from.half.high;
    to.half.low = from.half.low << bits;
  }
  return (__int128)to.whole;
}

/// Returns an unsigned 128-bit number shifted to the right by up to 127 bits.
__int128 __lshrti3(__int128 number, int bits)
{
  union halves from = {(unsigned __int128)number}, to;
  if (bits >= 64) {
    to.half.low = from.half.high >> (bits - 64);
    to.half.high = 0;
  } else {
    to.half.low = bits ? from.half.low >> bits | from.half.high << (64 - bits) : from.half.low;
    to.half.high = from.half.high >> bits;
  }
  return (__int128)to.whole;
}

#endif
