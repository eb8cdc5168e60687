#include "cbaselines.h"

#include <dlfcn.h>
#include <stdlib.h>

// Pango is loaded if it is installed, so that nothing else here depends on it. These are its functions.
struct pango {
  void *layout;
  void (*set_text)(void *layout, const char *text, int length);
  int (*line_count)(void *layout);
};

static void *find(void *library, const char *name) {
  void *function = dlsym(library, name);
  if (function == NULL) abort();
  return function;
}

void *baseline_pango_open(const char *family, double size, double width) {
  void *library = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_GLOBAL);
  if (library == NULL) return NULL;
  const int scale = 1024, wrap_word_char = 2;
  void *(*make_map)(void) = find(library, "pango_cairo_font_map_new");
  void *(*make_context)(void *) = find(library, "pango_font_map_create_context");
  void *(*make_layout)(void *) = find(library, "pango_layout_new");
  void *(*make_description)(void) = find(library, "pango_font_description_new");
  void (*set_family)(void *, const char *) = find(library, "pango_font_description_set_family");
  void (*set_size)(void *, double) = find(library, "pango_font_description_set_absolute_size");
  void (*set_description)(void *, const void *) = find(library, "pango_layout_set_font_description");
  void (*set_width)(void *, int) = find(library, "pango_layout_set_width");
  void (*set_wrap)(void *, int) = find(library, "pango_layout_set_wrap");
  struct pango *pango = calloc(1, sizeof *pango);
  pango->layout = make_layout(make_context(make_map()));
  pango->set_text = find(library, "pango_layout_set_text");
  pango->line_count = find(library, "pango_layout_get_line_count");
  void *description = make_description();
  set_family(description, family);
  set_size(description, size * scale);
  set_description(pango->layout, description);
  set_width(pango->layout, (int)(width * scale));
  set_wrap(pango->layout, wrap_word_char);
  return pango;
}

int baseline_pango_lines(void *context, const char *text, int length) {
  struct pango *pango = context;
  pango->set_text(pango->layout, text, length);
  return pango->line_count(pango->layout);
}
