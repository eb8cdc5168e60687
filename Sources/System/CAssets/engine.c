#include "assets.h"

// Older than the standard that took them up, and in the compiler that Swift brings.
#pragma clang diagnostic ignored "-Wc23-extensions"

// The binary has the engine for pages if tools/page-engine has compiled it before.
#if __has_embed("../../../.build-page/first.wasm.br") && __has_embed("../../../.build-page/rest.wasm.br") \
  && __has_embed("../../../.build-page/text.wasm.br") && __has_embed("../../../.build-page/cells.wasm.br")
static const unsigned char first[] = {
#embed "../../../.build-page/first.wasm"
};
static const unsigned char rest[] = {
#embed "../../../.build-page/rest.wasm"
};
static const unsigned char text[] = {
#embed "../../../.build-page/text.wasm"
};
static const unsigned char cells[] = {
#embed "../../../.build-page/cells.wasm"
};

static const unsigned char first_brotli[] = {
#embed "../../../.build-page/first.wasm.br"
};
static const unsigned char rest_brotli[] = {
#embed "../../../.build-page/rest.wasm.br"
};
static const unsigned char text_brotli[] = {
#embed "../../../.build-page/text.wasm.br"
};
static const unsigned char cells_brotli[] = {
#embed "../../../.build-page/cells.wasm.br"
};

static const struct tessera_file engines[] = {
  {"client/engine/first.wasm", first, sizeof first, first_brotli, sizeof first_brotli},
  {"client/engine/rest.wasm", rest, sizeof rest, rest_brotli, sizeof rest_brotli},
  {"client/engine/text.wasm", text, sizeof text, text_brotli, sizeof text_brotli},
  {"client/engine/cells.wasm", cells, sizeof cells, cells_brotli, sizeof cells_brotli},
};

size_t tessera_engine_count(void) { return sizeof engines / sizeof *engines; }
struct tessera_file tessera_engine(size_t index) { return engines[index]; }
#else
size_t tessera_engine_count(void) { return 0; }
struct tessera_file tessera_engine(size_t index) { return (struct tessera_file){0}; }
#endif
