#include "assets.h"

// Older than the standard that took them up, and in the compiler that Swift brings.
#pragma clang diagnostic ignored "-Wc23-extensions"

// The binary has the engine for pages if .ci/page-engine has compiled it before.
#if __has_embed("../../.build-page/tessera.wasm") && __has_embed("../../.build-page/common.wasm")
static const unsigned char whole[] = {
#embed "../../.build-page/tessera.wasm"
};
static const unsigned char common[] = {
#embed "../../.build-page/common.wasm"
};

static const struct tessera_file engines[] = {
  {"client/engine/common.wasm", common, sizeof common},
  {"client/engine/tessera.wasm", whole, sizeof whole},
};

size_t tessera_engine_count(void) { return sizeof engines / sizeof *engines; }
struct tessera_file tessera_engine(size_t index) { return engines[index]; }
#else
size_t tessera_engine_count(void) { return 0; }
struct tessera_file tessera_engine(size_t index) { return (struct tessera_file){NULL, NULL, 0}; }
#endif
