#include "assets.h"

// Older than the standard that took it up, and in the compiler that Swift brings.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char openapi[] = {
#embed "../../../openapi.yaml"
};

const unsigned char *tessera_openapi(size_t *length) {
  *length = sizeof openapi;
  return openapi;
}
