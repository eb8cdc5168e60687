#pragma once
#include <stddef.h>
#include <stdint.h>

// jansson's tree of an answer: cells with an index path and a frame of four numbers each.
void *baseline_build_cells(const double *frames, size_t count);
// Dumps a tree compactly and returns the length of its text.
size_t baseline_dump(const void *tree);
// Parses a text and releases the tree; returns whether it parsed.
int baseline_parse(const char *text, size_t length);
void baseline_release(void *tree);

// Greedy flow of sizes (width, height, …) in lines of `room`; both arrays take one more entry than lines.
// Returns the number of lines.
size_t baseline_flow_break(
    const double *sizes, size_t count, double room, double spacing, double line_spacing, uint32_t *starts,
    double *offsets);
// The same with full lines justified, items centred in their line, and a fresh array of one 48-byte record an
// item, on the pixels of `scale` unless that is 0. Returns the number of lines.
size_t baseline_flow_frames(
    const double *sizes, size_t count, double room, double spacing, double line_spacing, double scale);
// Rows one under the other, a fresh record a row. Returns their height in whole points.
size_t baseline_list_frames(const double *sizes, size_t count, double breadth, double scale);
