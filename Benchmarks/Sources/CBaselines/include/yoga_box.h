#ifndef YOGA_BOX_H
#define YOGA_BOX_H

// A flex container or a measured box of a tree, with the number of its parent before it; -1 for the first. Lengths are in
// points.
typedef struct {
  int parent;
  int is_column;
  int wraps;
  int centers;
  int is_measured;
  double column_gap;
  double row_gap;
  double padding_left;
  double grow;
} baseline_yoga_box;

#endif
