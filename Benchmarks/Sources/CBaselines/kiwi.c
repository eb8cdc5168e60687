#include "cbaselines.h"

#include <dlfcn.h>
#include <stdlib.h>

// Benchmarks/kiwi/build compiles the library. These are its functions.
static struct {
  void *(*open)(int variables);
  int (*add)(void *, const int *, const double *, int, double, int, double);
  void (*replace)(void *, int, const int *, const double *, int, double, int, double);
  void (*edit)(void *, int, double);
  void (*suggest)(void *, int, double);
  void (*values)(void *, double *, int);
} kiwi;

static void *find(void *library, const char *name) {
  void *function = dlsym(library, name);
  if (function == NULL) abort();
  return function;
}

void *baseline_kiwi_open(const char *path, int variables) {
  void *library = dlopen(path, RTLD_NOW);
  if (library == NULL) return NULL;
  kiwi.open = find(library, "kiwi_open");
  kiwi.add = find(library, "kiwi_add");
  kiwi.replace = find(library, "kiwi_replace");
  kiwi.edit = find(library, "kiwi_edit");
  kiwi.suggest = find(library, "kiwi_suggest");
  kiwi.values = find(library, "kiwi_values");
  return kiwi.open(variables);
}

int baseline_kiwi_add(
    void *system, const int *indices, const double *factors, int count, double constant, int relation,
    double strength) {
  return kiwi.add(system, indices, factors, count, constant, relation, strength);
}

void baseline_kiwi_replace(
    void *system, int number, const int *indices, const double *factors, int count, double constant, int relation,
    double strength) {
  kiwi.replace(system, number, indices, factors, count, constant, relation, strength);
}

void baseline_kiwi_edit(void *system, int variable, double strength) { kiwi.edit(system, variable, strength); }

void baseline_kiwi_suggest(void *system, int variable, double value) { kiwi.suggest(system, variable, value); }

void baseline_kiwi_values(void *system, double *values, int count) { kiwi.values(system, values, count); }
