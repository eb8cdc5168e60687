#include "cbaselines.h"

size_t baseline_grid_lines(
    const double *sizes, size_t count, size_t columns, double spacing, double scale, double *offsets) {
  double offset = 0, longest = 0;
  size_t lines = 0;
  for (size_t i = 0; i < count; i++) {
    double height = sizes[2 * i + 1];
    longest = height > longest ? height : longest;
    if ((i + 1) % columns != 0 && i + 1 < count) continue;
    offsets[lines++] = offset;
    offset += (double)(long long)(longest * scale + 0.5) / scale + spacing;
    longest = 0;
  }
  offsets[lines] = offset - spacing;
  return (size_t)offsets[lines];
}

size_t baseline_grid_pack(
    const uint8_t *widths, const uint8_t *heights, size_t count, size_t columns, uint64_t *places) {
  size_t ends[64] = {0}, line = 0, column = 0, end = 0;
  for (size_t i = 0; i < count; i++) {
    size_t start = column, next = column, width = widths[i];
    while (next - start < width) {
      if (start + width > columns) {
        line++;
        start = next = 0;
      } else if (ends[next++] > line) {
        start = next;
      }
    }
    for (size_t taken = start; taken < start + width; taken++) ends[taken] = line + heights[i];
    places[i] = (uint64_t)line << 10 | start;
    end = line + heights[i] > end ? line + heights[i] : end;
    column = start + width;
  }
  return end;
}
