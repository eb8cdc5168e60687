#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "yoga_box.h"

// jansson's tree of a response: cells with an index path and a frame of four numbers each.
void *baseline_build_cells(const double *frames, size_t count);
// Dumps a tree compactly and returns the length of its text.
size_t baseline_dump(const void *tree);
// Parses a text and releases the tree; returns whether it parsed.
int baseline_parse(const char *text, size_t length);
void baseline_release(void *tree);
// Returns the memory that is free to the system.
void baseline_trim(void);

// Starts a bare libmicrohttpd that responds to every request with the same bytes, on a free port of 127.0.0.1.
void *baseline_server_start(const void *body, size_t length, unsigned short *port);
void baseline_server_stop(void *server);

// The same, but each connection is suspended, handed to one of two threads, and resumed by it.
void *baseline_pooled_start(const void *body, size_t length, unsigned short *port);
void baseline_pooled_stop(void *server);

// Sends one request on a connection of its own and waits for its response, which must be a success. Returns the
// number of bytes of the response.
size_t baseline_send(unsigned short port, const void *request, size_t length);

// Sends `requests` copies of one request over keep-alive connections to 127.0.0.1. Returns the number of
// responses.
long baseline_load(unsigned short port, const void *request, size_t length, int connections, long requests);

// The same, with connections that send several requests in turn.
long baseline_load_each(
    unsigned short port, const void *const *kinds, const size_t *lengths, int kind_count, int connections,
    long requests);

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

// Rows of items that say how many items like them share one; both arrays take one more entry than rows. Returns the
// number of rows.
size_t baseline_magazine_break(
    const uint8_t *divisors, const double *heights, size_t count, double spacing, double scale, uint32_t *starts,
    double *offsets);
// The same with a fresh record an item, as high as its row where it stretches. Returns the number of rows.
size_t baseline_magazine_frames(
    const uint8_t *divisors, const uint8_t *stretches, const double *heights, size_t count, double room,
    double spacing, double scale);
// Justified rows of photographs of these sizes; both arrays take one more entry than rows. Returns the number of
// rows that are filled.
size_t baseline_justified_break(
    const double *sizes, size_t count, double room, double spacing, double row_spacing, double target,
    double tolerance, uint32_t *starts, double *offsets);
// Lines of `columns` items each, as long as the longest of them on the pixels of `scale`: where each begins; one more
// entry than lines. Returns the length of all in whole points.
size_t baseline_grid_lines(
    const double *sizes, size_t count, size_t columns, double spacing, double scale, double *offsets);
// Items over some of up to 64 columns and some lines, each behind the one before: its line and its column. Returns the
// number of lines.
size_t baseline_grid_pack(
    const uint8_t *widths, const uint8_t *heights, size_t count, size_t columns, uint64_t *places);
// Items that keep the aspect of their sizes in up to 8 columns of `breadth`, the shortest first: where each begins in
// pixels of `scale`, and its column. Returns the height in whole points.
size_t baseline_waterfall_pack(
    const double *sizes, size_t count, double breadth, double spacing, double scale, size_t columns,
    double *offsets, uint16_t *numbers);
// Items by four formulas written in C, a fresh record an item: a grid of eight columns, and a sine wave.
// Return the number of items.
size_t baseline_custom_grid(const double *sizes, size_t count, double width);
size_t baseline_custom_wave(const double *sizes, size_t count, double width);

// A plain Fenwick tree of lengths; it has one more entry than lengths.
void baseline_fenwick_build(double *tree, const double *lengths, size_t count);
// Changes one length, then finds the positions of `found` rows from the one at `place` on. Returns the sum of their ends
// in whole points.
size_t baseline_fenwick_change(
    double *tree, size_t count, size_t index, double difference, double place, size_t found);
// Inserts a row before others whose positions are in an array with room for two more, and removes it again. Returns
// the height of all in whole points.
size_t baseline_insert_front(double *offsets, size_t count, double length);

// An SQLite database with a write-ahead log whose commits wait for the disk; null if it cannot be opened.
void *baseline_store_open(const char *path);
// Appends rows of `length` bytes to so many collections in turn, `group` of them in each transaction. Returns how many
// were stored.
long baseline_store_append(void *store, long collections, long rows, long group, size_t length);
void baseline_store_close(void *store);

// A connection to a PostgreSQL database, with so many collections in a schema of its own, `bare`; null if that cannot
// be done.
void *baseline_postgres_open(const char *url, long collections);
// Appends rows of `length` bytes to the collections in turn, `group` of them in each transaction, with the statements
// of the server. Returns how many were stored.
long baseline_postgres_append(void *database, long rows, long group, size_t length);
void baseline_postgres_close(void *database);

// Pango with one font, in points, and lines of one width; null if it is not installed.
void *baseline_pango_open(const char *family, double size, double width);
// Lays out a text of UTF-8. Returns the number of its lines.
int baseline_pango_lines(void *pango, const char *text, int length);

// A system of Kiwi's with so many variables, from the library that Benchmarks/kiwi/build compiles; null if there is none.
void *baseline_kiwi_open(const char *path, int variables);
// Adds a constraint between a sum of variables and 0, and returns its number: the sum is at most (-1), equal to (0) or
// at least (1) 0. Strengths are Kiwi's.
int baseline_kiwi_add(
    void *system, const int *indices, const double *factors, int count, double constant, int relation,
    double strength);
// Replaces a constraint.
void baseline_kiwi_replace(
    void *system, int number, const int *indices, const double *factors, int count, double constant, int relation,
    double strength);
// Makes a variable one whose value is suggested.
void baseline_kiwi_edit(void *system, int variable, double strength);
void baseline_kiwi_suggest(void *system, int variable, double value);
// Solves, and writes the values of the first variables.
void baseline_kiwi_values(void *system, double *values, int count);

// A tree of Yoga's nodes, from the library that Benchmarks/yoga/build compiles; null if there is none.
void *baseline_yoga_open(const char *path, const baseline_yoga_box *boxes, int count);
// Lays the tree out in a width, in points, after all measured boxes have changed, as their seed says. Returns its height.
double baseline_yoga_solve(void *tree, double width, int seed);
