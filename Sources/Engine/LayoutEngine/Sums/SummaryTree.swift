/// A sum over the leaves of a `SummaryTree`: a count, an extent.
protocol Summary: Sendable {
  static var zero: Self { get }
  static func + (a: Self, b: Self) -> Self
}

/// A leaf of a `SummaryTree`: a chunk of items, a chunk of lines, a section.
protocol Summarized: Sendable {
  associatedtype Totals: Summary
  /// Rules out leaves in a search that totals cannot guide: one for each node of `SummaryTree.finderHeight`.
  associatedtype Finder: Sendable = NoFinder
  /// - Complexity: O(1).
  var totals: Totals { get }
  /// The finder of a new node.
  ///
  /// - Complexity: O(1).
  static func newFinder() -> Finder
  /// The finder of a node that has another leaf in place of one.
  ///
  /// - Parameters:
  ///   - finder: that of the node as it was.
  ///   - slot: the leaf's slot in the node: `fanOut` for each child before, and the leaf's index in its child.
  /// - Complexity: O(1).
  static func finder(_ finder: Finder, replacing old: Self, at slot: Int, with new: Self) -> Finder
}

/// The finder of leaves that are found by their totals alone.
struct NoFinder: Sendable {}

extension Summarized where Finder == NoFinder {
  static func newFinder() -> NoFinder { NoFinder() }

  static func finder(_ finder: NoFinder, replacing old: Self, at slot: Int, with new: Self) -> NoFinder {
    finder
  }
}

/// A sequence of leaves that knows the sums over any prefix of them.
///
/// This is what makes a million items cheap to touch. Nothing in the tree stores its absolute position: a leaf holds
/// its own content, a node the totals of its children, and a search sums them up on the way down. A change copies one
/// path of nodes and shares the rest, so a reader of an older version keeps a complete tree.
struct SummaryTree<Leaf: Summarized>: Sendable {
  typealias Totals = Leaf.Totals

  /// A leaf and the sum over the leaves before it.
  struct Position {
    var leaf: Leaf
    var index: Int
    /// The sum over all leaves before this one.
    var before: Totals
  }

  /// Wide enough that a tree of a million items is four nodes high. Copying a node counts a reference to each of its
  /// children, which is most of what a change to one item costs: twice as wide would be three nodes high and dearer.
  static var fanOut: Int { 8 }

  /// The height of the nodes that have a finder. They have up to 64 leaves: as many as a word has bits.
  static var finderHeight: Int { 2 }

  /// Most sections and most item lists are one leaf: that costs no node.
  enum Root: Sendable {
    case empty
    case leaf(Leaf)
    case node(SummaryNode<Leaf>)
  }

  let root: Root

  init(_ root: Root) { self.root = root }

  /// A tree over `leaves`.
  ///
  /// - Complexity: O(n) for n leaves.
  init(_ leaves: ContiguousArray<Leaf>) {
    switch leaves.count {
    case 0: root = .empty
    case 1: root = .leaf(leaves[0])
    default: root = .node(SummaryNode.build(leaves))
    }
  }

  /// - Complexity: O(1).
  var leafCount: Int {
    switch root {
    case .empty: 0
    case .leaf: 1
    case .node(let node): node.leafCount
    }
  }

  /// The sum over all leaves.
  ///
  /// - Complexity: O(1).
  var totals: Totals {
    switch root {
    case .empty: .zero
    case .leaf(let leaf): leaf.totals
    case .node(let node): node.totals
    }
  }

  /// The leaf in which `measure`, summed from the start, first exceeds `target`; the last leaf when it never does; nil
  /// only in an empty tree.
  ///
  /// - Complexity: O(log n) for n leaves.
  func leaf(
    beyond target: Double, by measure: (Totals) -> Double
  ) -> Position? {
    switch root {
    case .empty: nil
    case .leaf(let leaf): Position(leaf: leaf, index: 0, before: .zero)
    case .node(let node): node.leaf(beyond: target, by: measure)
    }
  }

  /// The leaf at an index.
  ///
  /// - Complexity: O(log n) for n leaves.
  func leaf(at index: Int) -> Position {
    switch root {
    case .leaf(let leaf): Position(leaf: leaf, index: 0, before: .zero)
    case .node(let node): node.leaf(at: index)
    case .empty: preconditionFailure("an empty tree has no leaf")
    }
  }

  /// Visits, in order, the leaves whose own totals and those of every node above them satisfy `isSought`.
  ///
  /// For totals that bound everything below them, such as a union of extents: the visit skips a node whose totals do
  /// not satisfy `isSought`.
  ///
  /// - Complexity: O(v log n) for n leaves, of which v are visited.
  func forEachLeaf(where isSought: (Totals) -> Bool, _ visit: (Position) -> Void) {
    switch root {
    case .empty: return
    case .leaf(let leaf):
      if isSought(leaf.totals) { visit(Position(leaf: leaf, index: 0, before: .zero)) }
    case .node(let node):
      node.visit(where: isSought, SummaryNode<Leaf>.Cursor(index: 0, before: .zero), visit)
    }
  }

  /// Visits the leaves from an index on, in order, until `visit` returns false.
  ///
  /// - Complexity: O(log n + v) for n leaves, of which v are visited.
  func forEachLeaf(from index: Int = 0, _ visit: (Position) -> Bool) {
    switch root {
    case .empty: return
    case .leaf(let leaf):
      if index == 0 { _ = visit(Position(leaf: leaf, index: 0, before: .zero)) }
    case .node(let node):
      var cursor = SummaryNode<Leaf>.Cursor(index: 0, before: .zero)
      _ = node.visit(from: index, &cursor, visit)
    }
  }

  /// Visits all leaves in order, without summing anything up on the way.
  ///
  /// - Complexity: O(n) for n leaves.
  func walk(_ visit: (Leaf) -> Void) {
    switch root {
    case .empty: return
    case .leaf(let leaf): visit(leaf)
    case .node(let node): node.walk(visit)
    }
  }
}
