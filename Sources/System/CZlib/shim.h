#include <zlib.h>

// `deflateInit2` and `inflateInit2` are macros that pass the version and the size of the structure along; Swift sees no
// macros with arguments.

/// Begins writing a gzip stream (16 + the largest window) at a level from 1 to 9.
static inline int czlib_gzip_deflate_init(z_stream *stream, int level)
{
  return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

/// Begins reading a gzip stream; a zlib or raw stream is an error.
static inline int czlib_gzip_inflate_init(z_stream *stream)
{
  return inflateInit2(stream, 15 + 16);
}
