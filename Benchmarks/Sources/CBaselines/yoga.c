#include "cbaselines.h"

#include <dlfcn.h>
#include <stdlib.h>

// Benchmarks/yoga/build compiles the library. These are its functions.
static struct {
  void *(*open)(const baseline_yoga_box *, int);
  double (*solve)(void *, double, int);
} yoga;

void *baseline_yoga_open(const char *path, const baseline_yoga_box *boxes, int count) {
  void *library = dlopen(path, RTLD_NOW);
  if (library == NULL) return NULL;
  yoga.open = dlsym(library, "yoga_open");
  yoga.solve = dlsym(library, "yoga_solve");
  if (yoga.open == NULL || yoga.solve == NULL) abort();
  return yoga.open(boxes, count);
}

double baseline_yoga_solve(void *tree, double width, int seed) { return yoga.solve(tree, width, seed); }
