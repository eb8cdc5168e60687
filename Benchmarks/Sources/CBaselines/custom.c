#include "cbaselines.h"
#include <math.h>
#include <stdlib.h>

// The result of a query for one element.
struct record {
  double x, y, width, height;
  int32_t section, item;
  uint32_t flags;
  int32_t appearance;
};

// Frees a result in a way that the compiler cannot optimise away.
static void consume(struct record *records) {
  __asm__ volatile("" : : "r"(records) : "memory");
  free(records);
}

size_t baseline_custom_grid(const double *sizes, size_t count, double width) {
  struct record *records = malloc(count * sizeof *records);
  double pitch = width / 8;
  for (size_t i = 0; i < count; i++) {
    records[i] = (struct record){
        (double)(i % 8) * pitch + 2, floor((double)i / 8) * 40 + 2, pitch - 4, 36, 0, (int32_t)i, 0, -1};
  }
  consume(records);
  return count;
}

size_t baseline_custom_wave(const double *sizes, size_t count, double width) {
  struct record *records = malloc(count * sizeof *records);
  for (size_t i = 0; i < count; i++) {
    double own = sizes[2 * i], height = sizes[2 * i + 1];
    records[i] = (struct record){
        width / 2 + sin((double)i / 9) * width / 4 - own / 2, (double)i * 30, own, height < 60 ? height : 60,
        0, (int32_t)i, 0, -1};
  }
  consume(records);
  return count;
}
