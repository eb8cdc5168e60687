import JSON
import LayoutEngine

/// The policy of a viewport, whose fields stand among others.
extension DecodingContext {
  private enum RoomField: String, FieldNames { case id, indexPath }

  /// Reads the fields of an object that describe a viewport's policy: an absent one keeps its value, null resets it.
  ///
  /// - Parameter positions: those of the items that `roomBelow` may name.
  /// - Returns: nil if the object has none of the fields.
  func policy(
    in object: JSONValue, changing old: ReadingPolicy = ReadingPolicy(), _ positions: ItemPositions
  ) -> ReadingPolicy? {
    var policy = old
    var isGiven = false
    func read(_ field: StaticString, _ take: (JSONValue?) -> Void) {
      guard let value = object[field] else { return }
      isGiven = true
      at("\(field)") { take(value.isNull ? nil : value) }
    }
    read("follow") { policy.follow = $0.flatMap { name($0, of: ReadingPolicy.Follow.self) } }
    read("followDistance") {
      policy.followDistance = $0.flatMap { length($0) } ?? ReadingPolicy().followDistance
    }
    read("contentAlignment") {
      policy.contentAlignment = $0.flatMap { name($0, of: ReadingPolicy.Alignment.self) } ?? .start
    }
    read("roomBelow") { policy.roomBelow = $0.flatMap { itemName($0, positions) } }
    return isGiven ? policy : nil
  }

  /// Reads the name of an item. The id names it wherever it goes; an index path is for items without one.
  private func itemName(_ value: JSONValue, _ positions: ItemPositions) -> ItemName? {
    var item: IndexPath?
    let isObject = object(value, RoomField.self, "an object with \"id\" or \"indexPath\"") { field, value in
      switch field {
      case .id: item = itemPath(ofID: value, positions, "")
      case .indexPath: item = indexPath(value).flatMap { existing($0, in: positions.sections) }
      }
    }
    guard isObject else { return nil }
    if (value["id"] == nil) == (value["indexPath"] == nil) {
      fault("an item is named by one of \"id\" and \"indexPath\"")
    }
    guard let item else { return nil }
    if let id = positions.sections[item.section].items.id(at: item.item), case .one = positions.item(id) {
      return .id(id)
    }
    return .indexPath(item)
  }
}
