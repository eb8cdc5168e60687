#pragma once
#include <stddef.h>

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
