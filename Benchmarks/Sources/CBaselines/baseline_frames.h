#pragma once
#include <stdint.h>
#include <stdlib.h>

// The result of a query for one element.
struct record {
  double x, y, width, height;
  int32_t section, item;
  uint32_t flags;
  int32_t appearance;
};

// Frees a result in a way that the compiler cannot optimise away.
static inline void consume(struct record *records) {
  __asm__ volatile("" : : "r"(records) : "memory");
  free(records);
}

static inline double snap(double length, double scale) {
  return scale == 0 ? length : (double)(long long)(length * scale + 0.5) / scale;
}
