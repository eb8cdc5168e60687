/// A position in a batch that is relative to a member: an item of a section, or a section of the collection.
///
/// Relative positions take effect in the order of the operations, as if each operation changed the collection alone. The
/// member is where the operations before have moved it.
public struct RelativePosition: Hashable, Sendable {
  enum Side {
    case before, after
  }

  enum Anchor: Hashable {
    /// A member of the collection before the batch: an item of a section, or a section if `section` is nil.
    case old(section: Int?, index: Int)
    /// One of the members that an earlier operation places at a relative position.
    case placed(operation: Int, member: Int)
  }

  let side: Side
  let anchor: Anchor

  private init(_ side: Side, _ anchor: Anchor) {
    self.side = side
    self.anchor = anchor
  }

  /// In front of an item.
  ///
  /// - Parameter item: the item's index path before the batch.
  public static func before(item: IndexPath) -> RelativePosition {
    RelativePosition(.before, .old(section: item.section, index: item.item))
  }

  /// Behind an item.
  ///
  /// - Parameter item: the item's index path before the batch.
  public static func after(item: IndexPath) -> RelativePosition {
    RelativePosition(.after, .old(section: item.section, index: item.item))
  }

  /// In front of a section.
  ///
  /// - Parameter section: the section's index before the batch.
  public static func before(section: Int) -> RelativePosition {
    RelativePosition(.before, .old(section: nil, index: section))
  }

  /// Behind a section.
  ///
  /// - Parameter section: the section's index before the batch.
  public static func after(section: Int) -> RelativePosition {
    RelativePosition(.after, .old(section: nil, index: section))
  }

  /// In front of a member that an operation of the batch inserts or moves.
  ///
  /// - Parameter member: the index of the member among those that the operation places.
  public static func before(operation: Int, member: Int) -> RelativePosition {
    RelativePosition(.before, .placed(operation: operation, member: member))
  }

  /// Behind a member that an operation of the batch inserts or moves.
  ///
  /// - Parameter member: the index of the member among those that the operation places.
  public static func after(operation: Int, member: Int) -> RelativePosition {
    RelativePosition(.after, .placed(operation: operation, member: member))
  }

  /// In front of all other members: the items of a section, or the sections if it is nil.
  public static func start(of section: Int?) -> RelativePosition {
    RelativePosition(.after, .old(section: section, index: -1))
  }

  /// Behind all other members: the items of a section, or the sections if it is nil.
  public static func end(of section: Int?) -> RelativePosition {
    RelativePosition(.before, .old(section: section, index: .max))
  }
}

/// An operation of a batch, whose position may be relative.
public struct RelativeUpdate: Sendable {
  /// The operation. If it has a relative position, its own new positions have no meaning.
  public var update: BatchUpdate
  /// The position of what the operation inserts or moves; nil for the index paths of `update`.
  public var position: RelativePosition?

  /// Creates an operation, at a position that may be relative.
  public init(_ update: BatchUpdate, at position: RelativePosition? = nil) {
    self.update = update
    self.position = position
  }
}

/// Why a relative position does not exist.
public struct RelativePositionError: Error, Hashable, Sendable {
  /// The index of the operation in the batch.
  public var operation: Int
  /// The index before the batch of the section that the batch deletes or reloads.
  public var section: Int
}
