#ifndef TESSERA_CWOFF2_H
#define TESSERA_CWOFF2_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Decompresses a font in WOFF2. libwoff2 has an interface in C++ alone, whose exceptions end a program in Swift.
///
/// Returns memory that the caller frees with `free`, and sets `size` to the bytes in it; NULL if the data is damaged, if
/// the font takes more than `limit` bytes, or if there is no memory, which `is_out_of_memory` tells.
uint8_t *tessera_woff2_decompress(
    const uint8_t *data, size_t length, size_t limit, size_t *size, int *is_out_of_memory);

#ifdef __cplusplus
}
#endif

#endif
