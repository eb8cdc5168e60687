import LayoutEngine

extension LayoutGroup {
  /// The bytes of the cells and views of one such group, solved: of one round of its members, or as often as the group
  /// repeats them.
  ///
  /// - Complexity: O(n) for n members, nested ones included.
  var leastBytes: Int {
    let views = supplementaryItems.count * Self.viewBytes
    switch arrangement {
    case .line(_, let members): return members.reduce(views) { $0.addingWithinRange($1.leastBytes) }
    case .repeating(_, let member, let count):
      let (bytes, isBeyond) = member.leastBytes.multipliedReportingOverflow(by: count)
      return isBeyond ? .max : bytes.addingWithinRange(views)
    case .custom(let frames): return frames.count * Self.cellBytes + views
    }
  }

  /// A cell of a solved group. Nested groups are copied into those around them.
  fileprivate static let cellBytes = 160
  /// A view that is attached to a cell or a group.
  fileprivate static let viewBytes = 480
}

extension LayoutGroup.Member {
  fileprivate var leastBytes: Int {
    switch self {
    case .item(let item):
      LayoutGroup.cellBytes + item.supplementaryItems.count * LayoutGroup.viewBytes
    case .group(let group): group.leastBytes
    }
  }
}
