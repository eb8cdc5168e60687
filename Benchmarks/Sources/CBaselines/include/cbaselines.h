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

// Starts a bare libmicrohttpd that answers every request with the same bytes, on a free port of 127.0.0.1.
void *baseline_server_start(const void *body, size_t length, unsigned short *port);
void baseline_server_stop(void *server);

// Sends `requests` copies of one request over keep-alive connections to 127.0.0.1; answers how many came back.
long baseline_load(unsigned short port, const void *request, size_t length, int connections, long requests);

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

// Items by four formulas written in C, a fresh record an item: a grid of eight columns, and a sine wave.
// Return how many there are.
size_t baseline_custom_grid(const double *sizes, size_t count, double width);
size_t baseline_custom_wave(const double *sizes, size_t count, double width);
