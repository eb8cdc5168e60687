#include "cbaselines.h"

#include <string.h>

// A plain Fenwick tree over lengths: 1-based, tree[i] the sum of the (i & -i) lengths up to i.
void baseline_fenwick_build(double *tree, const double *lengths, size_t count) {
  memcpy(tree + 1, lengths, count * sizeof *tree);
  for (size_t i = 1; i <= count; i++) {
    size_t above = i + (i & -i);
    if (above <= count) tree[above] += tree[i];
  }
}

size_t baseline_fenwick_change(
    double *tree, size_t count, size_t index, double difference, double place, size_t found) {
  for (size_t i = index + 1; i <= count; i += i & -i) tree[i] += difference;
  size_t step = 1;
  while (step * 2 <= count) step *= 2;
  size_t first = 0;
  for (double left = place; step > 0; step /= 2) {
    if (first + step <= count && tree[first + step] <= left) {
      first += step;
      left -= tree[first];
    }
  }
  double sum = 0;
  for (size_t i = first; i > 0; i -= i & -i) sum += tree[i];
  size_t points = (size_t)sum;
  // The position of each row that was found.
  for (size_t row = first; row < first + found && row < count; row++) {
    double end = 0;
    for (size_t i = row + 1; i > 0; i -= i & -i) end += tree[i];
    points += (size_t)end;
  }
  return points;
}

size_t baseline_insert_front(double *offsets, size_t count, double length) {
  memmove(offsets + 1, offsets, (count + 1) * sizeof *offsets);
  offsets[0] = 0;
  for (size_t i = 1; i <= count + 1; i++) offsets[i] += length;
  size_t points = (size_t)offsets[count + 1];
  // Undone, so that the next run starts from the same state.
  memmove(offsets, offsets + 1, (count + 1) * sizeof *offsets);
  for (size_t i = 0; i <= count; i++) offsets[i] -= length;
  return points;
}
