#include <jansson.h>

// jansson names a function and an enumeration alike (json_error_code), which Swift cannot tell
// apart; this is the function under a name of its own.
static inline int cjansson_error_code(const json_error_t *error) {
  return (int)json_error_code(error);
}
