import JSON
import LayoutEngine

/// Decodes groups and their members.
extension DecodingContext {
  private enum GroupField: String, FieldNames {
    case axis, size, items, count, interItemSpacing, contentInsets, edgeSpacing, supplementaryItems, frames
  }

  private enum GroupItemField: String, FieldNames {
    case size, contentInsets, edgeSpacing, supplementaryItems
  }

  private enum GroupMemberField: String, FieldNames { case group }

  private enum GroupAxis: String, CaseIterable { case horizontal, vertical, custom }

  /// The largest count of a group's repeated member.
  private static var countLimit: Int { 10_000 }

  func layoutGroup(_ value: JSONValue) -> LayoutGroup? {
    var group = LayoutGroup(.line(.horizontal, members: []))
    var axis = GroupAxis.horizontal
    var members: [LayoutGroup.Member] = []
    var count: Int?
    var frames: [Rect] = []
    let faultsBefore = faults.count
    let isObject = object(value, GroupField.self, "a group: an object with \"items\"") { field, value in
      switch field {
      case .axis: set(&axis, name(value, of: GroupAxis.self))
      case .size: set(&group.size, layoutSize(value))
      case .items: members = groupMembers(value)
      case .count: count = integer(value, in: 1...Self.countLimit)
      case .interItemSpacing: set(&group.interItemSpacing, layoutSpacing(value))
      case .contentInsets: set(&group.contentInsets, directionalInsets(value))
      case .edgeSpacing: set(&group.edgeSpacing, edgeSpacing(value))
      case .supplementaryItems: group.supplementaryItems = anchoredItems(value)
      case .frames:
        array(value, "an array of rects") { _, value in
          if let frame = rect(value) { frames.append(frame) }
        }
      }
    }
    guard isObject, faults.count == faultsBefore else { return nil }
    guard let arrangement = arrangement(axis, members, count: count, frames: frames, of: value) else {
      return nil
    }
    group.arrangement = arrangement
    return group
  }

  /// Returns the arrangement that the fields describe; reports an error if they do not fit together.
  private func arrangement(
    _ axis: GroupAxis, _ members: [LayoutGroup.Member], count: Int?, frames: [Rect], of value: JSONValue
  ) -> LayoutGroup.Arrangement? {
    if axis == .custom {
      for (field, isThere) in [("items", value["items"] != nil), ("count", count != nil)] where isThere {
        at(field) { fault("a custom group has \"frames\" in place of \"\(field)\"") }
      }
      if frames.isEmpty { fault("a custom group has \"frames\": at least one rect") }
      return faults.isEmpty ? .custom(frames: frames) : nil
    }
    if value["frames"] != nil { at("frames") { fault("only a group with the axis \"custom\" has frames") } }
    guard !members.isEmpty else {
      fault("a group has \"items\": at least one item or group")
      return nil
    }
    let direction: ScrollAxis = axis == .vertical ? .vertical : .horizontal
    guard let count else { return .line(direction, members: members) }
    guard members.count == 1 else {
      at("count") { fault("a group that repeats has one item; this one has \(members.count)") }
      return nil
    }
    return .repeating(direction, member: members[0], count: count)
  }

  private func groupMembers(_ value: JSONValue) -> [LayoutGroup.Member] {
    var members: [LayoutGroup.Member] = []
    array(value, "an array of items and groups") { _, value in
      if value.kind == .object, value["group"] != nil {
        object(value, GroupMemberField.self, "an object with \"group\"") { _, value in
          if let group = layoutGroup(value) { members.append(.group(group)) }
        }
      } else if let item = layoutItem(value) {
        members.append(.item(item))
      }
    }
    return members
  }

  private func layoutItem(_ value: JSONValue) -> LayoutItem? {
    var item = LayoutItem()
    let isObject = object(value, GroupItemField.self, "an item, or an object with \"group\"") {
      field, value in
      switch field {
      case .size: set(&item.size, layoutSize(value))
      case .contentInsets: set(&item.contentInsets, directionalInsets(value))
      case .edgeSpacing: set(&item.edgeSpacing, edgeSpacing(value))
      case .supplementaryItems: item.supplementaryItems = anchoredItems(value)
      }
    }
    return isObject ? item : nil
  }
}
