import LayoutEngine

/// What responses say of the place of a reader.
extension ResponseWriter where Self: ~Copyable {
  mutating func scrollRange(_ range: ScrollRange) {
    beginObject()
    key("least")
    number(range.least)
    key("most")
    number(range.most)
    endObject()
  }

  /// Writes the element that has moved on screen.
  ///
  /// - Parameter sections: those before the change.
  mutating func displaced(_ displaced: DisplacedElement, of sections: SectionList) {
    let (kind, path) = (displaced.element.kind, displaced.element.indexPath)
    key("anchor")
    beginObject()
    if kind != .cell { elementKind(kind) }
    key("indexPath")
    indexPath(path)
    if kind == .cell, let id = sections[path.section].items.id(at: path.item) {
      key("id")
      string(id)
    }
    key("reason")
    string(displaced.reason.rawValue)
    endObject()
  }

  /// Writes the policy of a viewport, unless it is the default.
  package mutating func policy(_ policy: ReadingPolicy) {
    let plain = ReadingPolicy()
    if let follow = policy.follow {
      key("follow")
      string(follow.rawValue)
    }
    if policy.followDistance != plain.followDistance {
      key("followDistance")
      number(policy.followDistance)
    }
    if policy.contentAlignment != plain.contentAlignment {
      key("contentAlignment")
      string(policy.contentAlignment.rawValue)
    }
    guard let room = policy.roomBelow else { return }
    key("roomBelow")
    beginObject()
    switch room {
    case .id(let id):
      key("id")
      string(id)
    case .indexPath(let path):
      key("indexPath")
      indexPath(path)
    }
    endObject()
  }
}
