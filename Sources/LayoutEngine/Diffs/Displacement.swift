/// One item that is shown in another place than it has, the others making room for it: as while a finger moves it.
public struct Displacement: Hashable, Sendable {
  /// The place that the item has.
  public var place: IndexPath
  /// The place in which it is shown.
  public var shown: IndexPath

  public init(place: IndexPath, shown: IndexPath) {
    self.place = place
    self.shown = shown
  }

  /// The place in which an item is shown.
  public func shown(_ path: IndexPath) -> IndexPath { Self.moving(path, from: place, to: shown) }

  /// The place that the item has which is shown in another.
  public func place(ofShown path: IndexPath) -> IndexPath { Self.moving(path, from: shown, to: place) }

  /// Where an item comes to be when one moves.
  private static func moving(_ path: IndexPath, from: IndexPath, to: IndexPath) -> IndexPath {
    if path == from { return to }
    var moved = path
    if path.section == from.section, path.item > from.item { moved.item -= 1 }
    if moved.section == to.section, moved.item >= to.item { moved.item += 1 }
    return moved
  }
}

extension DiffSide {
  /// The place in which the side shows the item of a place.
  func shown(_ path: IndexPath) -> IndexPath { displacement?.shown(path) ?? path }

  /// The place of the item which the side shows in a place.
  func place(ofShown path: IndexPath) -> IndexPath { displacement?.place(ofShown: path) ?? path }
}
