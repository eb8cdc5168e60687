#ifndef TESSERA_ASSETS_H
#define TESSERA_ASSETS_H

#include <stddef.h>

/// The bytes of the repository's openapi.yaml, as they were when the binary was built.
const unsigned char *tessera_openapi(size_t *length);

#endif
