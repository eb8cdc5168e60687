#include <jansson.h>

// jansson has a function and an enumeration of one name (json_error_code), which Swift cannot distinguish. This is the
// function under a name of its own.
static inline int cjansson_error_code(const json_error_t *error) {
  return (int)json_error_code(error);
}
