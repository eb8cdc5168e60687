#if defined(__wasm__)

#include <stddef.h>
#include <stdint.h>

// The copies are one instruction each. Clang would recognize the loops below as the functions that they define, and
// make each of them call itself.
#define NO_BUILTIN __attribute__((no_builtin))

NO_BUILTIN void *memcpy(void *restrict to, const void *restrict from, size_t count)
{
  return __builtin_memcpy(to, from, count);
}

NO_BUILTIN void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }

NO_BUILTIN void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }

/// Eight bytes at any address.
typedef uint64_t __attribute__((aligned(1), may_alias)) word;

NO_BUILTIN int memcmp(const void *a, const void *b, size_t count)
{
  const unsigned char *left = a, *right = b;
  // The bytes of the first word that differs are compared below.
  for (; count >= sizeof(word) && *(const word *)left == *(const word *)right; count -= sizeof(word)) {
    left += sizeof(word);
    right += sizeof(word);
  }
  for (; count; count--, left++, right++) {
    if (*left != *right) return *left - *right;
  }
  return 0;
}

NO_BUILTIN size_t strlen(const char *text)
{
  const char *end = text;
  while (*end) end++;
  return end - text;
}

#endif
