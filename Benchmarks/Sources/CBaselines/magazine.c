#include "baseline_frames.h"
#include "cbaselines.h"

// The end and the height of the row that begins with item `start`.
static size_t row_end(
    const uint8_t *divisors, const double *heights, size_t count, size_t start, double scale, double *height) {
  size_t end = start;
  double highest = 0;
  for (; end < count && end - start < divisors[start] && divisors[end] == divisors[start]; end++) {
    double own = snap(heights[end], scale);
    highest = own > highest ? own : highest;
  }
  *height = highest;
  return end;
}

size_t baseline_magazine_break(
    const uint8_t *divisors, const double *heights, size_t count, double spacing, double scale, uint32_t *starts,
    double *offsets) {
  size_t rows = 0;
  double y = 0;
  for (size_t start = 0; start < count;) {
    double height;
    starts[rows] = (uint32_t)start;
    offsets[rows++] = y;
    start = row_end(divisors, heights, count, start, scale, &height);
    y += height + spacing;
  }
  starts[rows] = (uint32_t)count;
  offsets[rows] = y;
  return rows;
}

size_t baseline_magazine_frames(
    const uint8_t *divisors, const uint8_t *stretches, const double *heights, size_t count, double room,
    double spacing, double scale) {
  struct record *records = malloc(count * sizeof *records);
  size_t rows = 0;
  double y = 0;
  for (size_t start = 0; start < count; rows++) {
    double height, divisor = divisors[start];
    size_t end = row_end(divisors, heights, count, start, scale, &height);
    double width = snap((room - (divisor - 1) * spacing) / divisor, scale);
    for (size_t i = start; i < end; i++) {
      double x = (double)(i - start) * (width + spacing);
      records[i] = (struct record){
          snap(x, scale), snap(y, scale), width, stretches[i] ? height : snap(heights[i], scale), 0, (int32_t)i, 0,
          -1};
    }
    y += height + spacing;
    start = end;
  }
  consume(records);
  return rows;
}
