#ifndef TESSERA_ASSETS_H
#define TESSERA_ASSETS_H

#include <stddef.h>

/// The bytes of the repository's openapi.yaml, as they were when the binary was built.
const unsigned char *tessera_openapi(size_t *length);

/// A file for browsers, as it was when the binary was built.
struct tessera_file {
  /// The path from web.
  const char *path;
  const unsigned char *bytes;
  size_t length;
  /// The same bytes in Brotli.
  const unsigned char *brotli;
  size_t brotli_length;
};

/// The number of WebAssembly modules with the layout engine for browser pages; 0 if the binary was built without them.
size_t tessera_engine_count(void);

/// The module of an index below the count: one with the common kinds of layouts, one with all the rest, and one that fills the
/// lines of texts.
struct tessera_file tessera_engine(size_t index);

#endif
