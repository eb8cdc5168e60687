#include "cbaselines.h"
#include <jansson.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

static json_t *cell(size_t item, const double *frame) {
  json_t *path = json_array();
  json_array_append_new(path, json_integer(0));
  json_array_append_new(path, json_integer((json_int_t)item));
  json_t *rect = json_object();
  json_object_set_new_nocheck(rect, "x", json_real(frame[0]));
  json_object_set_new_nocheck(rect, "y", json_real(frame[1]));
  json_object_set_new_nocheck(rect, "width", json_real(frame[2]));
  json_object_set_new_nocheck(rect, "height", json_real(frame[3]));
  json_t *element = json_object();
  json_object_set_new_nocheck(element, "category", json_string_nocheck("cell"));
  json_object_set_new_nocheck(element, "indexPath", path);
  json_object_set_new_nocheck(element, "frame", rect);
  return element;
}

void *baseline_build_cells(const double *frames, size_t count) {
  json_t *array = json_array();
  for (size_t i = 0; i < count; i++) json_array_append_new(array, cell(i, frames + 4 * i));
  return array;
}

size_t baseline_dump(const void *tree) {
  char *text = json_dumps(tree, JSON_COMPACT);
  size_t length = strlen(text);
  free(text);
  return length;
}

int baseline_parse(const char *text, size_t length) {
  json_t *tree =
      json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL, NULL);
  int parsed = tree != NULL;
  json_decref(tree);
  return parsed;
}

void baseline_release(void *tree) { json_decref(tree); }

void baseline_trim(void) { malloc_trim(0); }
