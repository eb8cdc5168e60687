#include "assets.h"

// Older than the standard that took them up, and in the compiler that Swift brings.
#pragma clang diagnostic ignored "-Wc23-extensions"

// The binary has the engine for pages if .ci/page-engine has compiled it before.
#if __has_embed("../../.build-page/tessera.wasm")
static const unsigned char engine[] = {
#embed "../../.build-page/tessera.wasm"
};

const unsigned char *tessera_engine(size_t *length) {
  *length = sizeof engine;
  return engine;
}
#else
const unsigned char *tessera_engine(size_t *length) {
  *length = 0;
  return NULL;
}
#endif
