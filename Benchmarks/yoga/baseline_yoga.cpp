// Trees of Yoga's nodes, for the benchmark `peers`. Lengths are in points.

#include <yoga/Yoga.h>

#include <cstdint>
#include <vector>

#include "../Sources/CBaselines/include/yoga_box.h"

namespace {

struct Tree {
  std::vector<YGNodeRef> nodes;
  std::vector<YGNodeRef> measured;
  int seed = 0;
};

Tree *current;

YGSize measure(YGNodeConstRef node, float, YGMeasureMode, float, YGMeasureMode) {
  auto number = static_cast<int>(reinterpret_cast<std::intptr_t>(YGNodeGetContext(node)));
  return {static_cast<float>(10 + (current->seed + number) % 40), static_cast<float>(8 + number % 30)};
}

}  // namespace

extern "C" {

void *yoga_open(const baseline_yoga_box *boxes, int count) {
  auto config = YGConfigNew();
  // The initial values of CSS.
  YGConfigSetUseWebDefaults(config, true);
  YGConfigSetPointScaleFactor(config, 0);
  auto tree = new Tree;
  for (int number = 0; number < count; number++) {
    const auto &box = boxes[number];
    auto node = YGNodeNewWithConfig(config);
    YGNodeSetContext(node, reinterpret_cast<void *>(static_cast<std::intptr_t>(number)));
    YGNodeStyleSetFlexDirection(node, box.is_column ? YGFlexDirectionColumn : YGFlexDirectionRow);
    YGNodeStyleSetFlexWrap(node, box.wraps ? YGWrapWrap : YGWrapNoWrap);
    if (box.centers) YGNodeStyleSetAlignItems(node, YGAlignCenter);
    YGNodeStyleSetGap(node, YGGutterColumn, static_cast<float>(box.column_gap));
    YGNodeStyleSetGap(node, YGGutterRow, static_cast<float>(box.row_gap));
    YGNodeStyleSetPadding(node, YGEdgeLeft, static_cast<float>(box.padding_left));
    YGNodeStyleSetFlexGrow(node, static_cast<float>(box.grow));
    tree->nodes.push_back(node);
    if (box.parent >= 0) {
      auto parent = tree->nodes[box.parent];
      YGNodeInsertChild(parent, node, YGNodeGetChildCount(parent));
    }
    if (box.is_measured) {
      YGNodeSetMeasureFunc(node, measure);
      tree->measured.push_back(node);
    }
  }
  return tree;
}

double yoga_solve(void *opened, double width, int seed) {
  current = static_cast<Tree *>(opened);
  current->seed = seed;
  for (auto node : current->measured) YGNodeMarkDirty(node);
  YGNodeCalculateLayout(current->nodes[0], static_cast<float>(width), YGUndefined, YGDirectionLTR);
  return YGNodeLayoutGetHeight(current->nodes[0]);
}

}
