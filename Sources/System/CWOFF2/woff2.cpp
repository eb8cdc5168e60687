#include "include/cwoff2.h"

#include <cstdlib>
#include <new>
#include <woff2/decode.h>

uint8_t *tessera_woff2_decompress(
    const uint8_t *data, size_t length, size_t limit, size_t *size, int *is_out_of_memory)
{
  // The size in the file's head may be wrong. Pages that are not written take no memory.
  uint8_t *memory = static_cast<uint8_t *>(std::malloc(limit));
  *is_out_of_memory = memory == nullptr;
  if (memory == nullptr) return nullptr;
  try {
    woff2::WOFF2MemoryOut out(memory, limit);
    if (woff2::ConvertWOFF2ToTTF(data, length, &out) && out.Size() > 0) {
      *size = out.Size();
      void *shrunk = std::realloc(memory, *size);
      return shrunk == nullptr ? memory : static_cast<uint8_t *>(shrunk);
    }
  } catch (const std::bad_alloc &) {
    // There is no memory for the parts of the font.
    *is_out_of_memory = 1;
  } catch (...) {
    // A part has a length that nothing can have.
  }
  std::free(memory);
  return nullptr;
}
