public import Geometry

extension FlexLayout {
  /// Returns the padding of each box, in points: the space between its frame and its contents.
  ///
  /// - Parameter tree: the tree that was laid out.
  /// - Complexity: O(n) for n boxes.
  public func paddings(of tree: FlexTree) -> [Insets] {
    var paddings = [Insets](repeating: .zero, count: tree.nodes.count)
    // A percentage refers to the width of the contents of the parent; that of the root, to its own width.
    var widths = [Double](repeating: frames.first?.width ?? 0, count: tree.nodes.count)
    for (node, box) in tree.nodes.enumerated() {
      let style = box.style
      func points(_ length: FlexLength) -> Double { length.points(of: widths[node]) ?? 0 }
      paddings[node] = Insets(
        top: points(style.paddingTop), left: points(style.paddingLeft), bottom: points(style.paddingBottom),
        right: points(style.paddingRight))
      guard case .boxes(let children) = box.content else { continue }
      let inner = max(0, frames[node].width - paddings[node].left - paddings[node].right)
      for child in children { widths[child] = inner }
    }
    return paddings
  }
}
