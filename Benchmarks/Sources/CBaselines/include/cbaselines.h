#pragma once
#include <stddef.h>

// jansson's tree of an answer: cells with an index path and a frame of four numbers each.
void *baseline_build_cells(const double *frames, size_t count);
// Dumps a tree compactly and returns the length of its text.
size_t baseline_dump(const void *tree);
// Parses a text and releases the tree; returns whether it parsed.
int baseline_parse(const char *text, size_t length);
void baseline_release(void *tree);
