#include "assets.h"

// Older than the standard that took them up, and in the compiler that Swift brings.
#pragma clang diagnostic ignored "-Wc23-extensions"

// The binary has the engine for pages if tools/page-engine has compiled it before.
#if __has_embed("../../../.build-page/first.wasm") && __has_embed("../../../.build-page/rest.wasm")
static const unsigned char first[] = {
#embed "../../../.build-page/first.wasm"
};
static const unsigned char rest[] = {
#embed "../../../.build-page/rest.wasm"
};

static const struct tessera_file engines[] = {
  {"client/engine/first.wasm", first, sizeof first},
  {"client/engine/rest.wasm", rest, sizeof rest},
};

size_t tessera_engine_count(void) { return sizeof engines / sizeof *engines; }
struct tessera_file tessera_engine(size_t index) { return engines[index]; }
#else
size_t tessera_engine_count(void) { return 0; }
struct tessera_file tessera_engine(size_t index) { return (struct tessera_file){NULL, NULL, 0}; }
#endif
