#include "assets.h"

static const unsigned char openapi[] = {
#embed "../../openapi.yaml"
};

const unsigned char *tessera_openapi(size_t *length) {
  *length = sizeof openapi;
  return openapi;
}
