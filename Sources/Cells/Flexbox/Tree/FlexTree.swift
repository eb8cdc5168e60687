public import Geometry

/// Boxes with their children: the input of a layout.
///
/// The first node is the root. Every other node is the child of exactly one node with a smaller index, numbers are finite,
/// and the caller limits the depth: `FlexLayout` recurses once a level.
public struct FlexTree: Hashable, Sendable {
  /// The nodes; children refer to them by index.
  public var nodes: [FlexNode]

  /// Makes a tree of nodes, the root first.
  public init(_ nodes: [FlexNode]) { self.nodes = nodes }
}

/// A box of a tree.
public struct FlexNode: Hashable, Sendable {
  /// The properties of the box.
  public var style: FlexStyle
  /// The children of the box, or contents that are measured.
  public var content: FlexContent

  /// Makes a node of a style and contents; by default a container without children.
  public init(_ style: FlexStyle = FlexStyle(), _ content: FlexContent = .boxes([])) {
    self.style = style
    self.content = content
  }
}

/// The contents of a box.
public enum FlexContent: Hashable, Sendable {
  /// A container with these children, by index, in the order of the document.
  case boxes([Int])
  /// Contents such as text, whose size the caller's closure measures.
  case measured
  /// Contents with a natural size in points, such as an image.
  case replaced(Size)
}
