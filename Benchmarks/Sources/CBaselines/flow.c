#include "baseline_frames.h"
#include "cbaselines.h"

size_t baseline_flow_break(
    const double *sizes, size_t count, double room, double spacing, double line_spacing, uint32_t *starts,
    double *offsets) {
  size_t line = 0;
  double breadth = 0, length = 0, offset = 0;
  for (size_t i = 0; i < count; i++) {
    double width = sizes[2 * i], height = sizes[2 * i + 1];
    double widened = breadth + spacing + width;
    if (i > 0 && widened <= room) {
      breadth = widened;
      length = height > length ? height : length;
      continue;
    }
    if (i > 0) offset += length + line_spacing;
    starts[line] = (uint32_t)i;
    offsets[line++] = offset;
    breadth = width;
    length = height;
  }
  starts[line] = (uint32_t)count;
  offsets[line] = offset + length;
  return line;
}

size_t baseline_flow_frames(
    const double *sizes, size_t count, double room, double spacing, double line_spacing, double scale) {
  struct record *records = malloc(count * sizeof *records);
  double y = 0;
  size_t lines = 0;
  for (size_t start = 0; start < count; lines++) {
    double breadth = sizes[2 * start], taken = snap(breadth, scale);
    double length = snap(sizes[2 * start + 1], scale);
    size_t end = start + 1;
    for (; end < count && breadth + spacing + sizes[2 * end] <= room; end++) {
      double height = snap(sizes[2 * end + 1], scale);
      breadth += spacing + sizes[2 * end];
      taken += snap(sizes[2 * end], scale);
      length = height > length ? height : length;
    }
    double gaps = (double)(end - start - 1), x = 0;
    double gap = end == count ? spacing : gaps > 0 ? (room - taken) / gaps : 0;
    if (end < count && gaps == 0 && room > taken) x = (room - taken) / 2;
    for (size_t i = start; i < end; i++) {
      double width = snap(sizes[2 * i], scale), height = snap(sizes[2 * i + 1], scale);
      records[i] = (struct record){
          snap(x, scale), snap(y + (length - height) / 2, scale), width, height, 0, (int32_t)i, 0, -1};
      x += width + gap;
    }
    y += length + line_spacing;
    start = end;
  }
  consume(records);
  return lines;
}

size_t baseline_list_frames(const double *sizes, size_t count, double breadth, double scale) {
  struct record *records = malloc(count * sizeof *records);
  double y = 0;
  for (size_t i = 0; i < count; i++) {
    double height = snap(sizes[2 * i + 1], scale);
    records[i] = (struct record){0, y, breadth, height, 0, (int32_t)i, 0, -1};
    y += height;
  }
  consume(records);
  return (size_t)y;
}

size_t baseline_justified_break(
    const double *sizes, size_t count, double room, double spacing, double row_spacing, double target,
    double tolerance, uint32_t *starts, double *offsets) {
  const double least = room / target * (1 - tolerance), most = room / target * (1 + tolerance);
  size_t row = 0, first = 0;
  double sum = 0, offset = 0;
  for (size_t i = 0; i < count;) {
    double widened = sum + sizes[2 * i] / sizes[2 * i + 1];
    size_t items = i + 1 - first;
    if (widened < least) {
      sum = widened;
      i++;
      continue;
    }
    double with = room - (double)(items - 1) * spacing, without = with + spacing;
    double miss = widened - with / target, before = sum - without / target;
    int takes = items == 1 || widened <= most
        || (miss < 0 ? -miss : miss) <= (before < 0 ? -before : before);
    double height = takes ? with / widened : without / sum;
    height = height < 0.5 * target ? 0.5 * target : height > 2 * target ? 2 * target : height;
    i += takes;
    starts[row] = (uint32_t)first;
    offsets[row++] = offset;
    offset += height + row_spacing;
    first = i;
    sum = 0;
  }
  starts[row] = (uint32_t)first;
  offsets[row] = offset;
  return row;
}

size_t baseline_waterfall_pack(
    const double *sizes, size_t count, double breadth, double spacing, double scale, size_t columns,
    double *offsets, uint16_t *numbers) {
  double ends[8] = {0}, end = 0;
  for (size_t i = 0; i < count; i++) {
    size_t column = 0;
    for (size_t c = 1; c < columns; c++) column = ends[c] < ends[column] ? c : column;
    double height = (double)(long long)(sizes[2 * i + 1] * breadth / sizes[2 * i] * scale);
    offsets[i] = ends[column];
    numbers[i] = (uint16_t)column;
    end = ends[column] + height > end ? ends[column] + height : end;
    ends[column] += height + spacing * scale;
  }
  return (size_t)(end / scale);
}
