@testable import LayoutEngine

extension LayoutSize {
  init(_ width: LayoutDimension, _ height: LayoutDimension) { self.init(width: width, height: height) }

  /// As wide as there is room, that high.
  static func row(_ height: Double) -> LayoutSize { LayoutSize(.fractionalWidth(1), .absolute(height)) }

  static func points(_ width: Double, _ height: Double) -> LayoutSize {
    LayoutSize(.absolute(width), .absolute(height))
  }
}

extension LayoutGroup.Member {
  /// An item of a size, changed.
  static func item(_ size: LayoutSize, _ change: (inout LayoutItem) -> Void = { _ in }) -> LayoutGroup.Member
  {
    var item = LayoutItem(size: size)
    change(&item)
    return .item(item)
  }
}

extension LayoutGroup {
  static func row(
    _ size: LayoutSize, _ members: Member..., change: (inout LayoutGroup) -> Void = { _ in }
  ) -> LayoutGroup {
    var group = LayoutGroup(.line(.horizontal, members: members), size: size)
    change(&group)
    return group
  }

  static func column(
    _ size: LayoutSize, _ members: Member..., change: (inout LayoutGroup) -> Void = { _ in }
  ) -> LayoutGroup {
    var group = LayoutGroup(.line(.vertical, members: members), size: size)
    change(&group)
    return group
  }

  /// One item, so many times in a row.
  static func row(
    of count: Int, _ size: LayoutSize, _ item: LayoutItem = LayoutItem(),
    change: (inout LayoutGroup) -> Void = { _ in }
  ) -> LayoutGroup {
    var group = LayoutGroup(.repeating(.horizontal, member: .item(item), count: count), size: size)
    change(&group)
    return group
  }
}

extension CompositionalLayout {
  /// A layout of one definition.
  init(_ group: LayoutGroup, _ change: (inout CompositionalSection) -> Void = { _ in }) {
    var section = CompositionalSection(group: group)
    change(&section)
    self.init(sections: [section])
  }

  func with(_ change: (inout CompositionalLayout) -> Void) -> CompositionalLayout {
    var layout = self
    change(&layout)
    return layout
  }

  func solve(_ sections: Section..., in container: Container) throws -> any SolvedLayout {
    try prepare(SectionList(ContiguousArray(sections)), in: container)
  }
}

extension BoundaryItem {
  /// As wide as there is room, that high.
  static func strip(
    _ kind: String, _ height: Double, _ alignment: Alignment,
    _ change: (inout BoundaryItem) -> Void = { _ in }
  ) -> BoundaryItem {
    var item = BoundaryItem(kind: kind, size: .row(height), alignment: alignment)
    change(&item)
    return item
  }
}

extension SolvedLayout {
  /// The frame of a view of a kind.
  func view(_ kind: String, _ section: Int = 0, _ number: Int = 0, visible: Rect? = nil) -> Rect? {
    attributes(
      of: ElementPath(
        kind: ElementKind(category: .supplementary, name: kind),
        indexPath: IndexPath(section: section, item: number)), visible: visible)?.frame
  }

  func decoration(_ kind: String, _ section: Int = 0, _ number: Int = 0) -> Rect? {
    attributes(
      of: ElementPath(
        kind: ElementKind(category: .decoration, name: kind),
        indexPath: IndexPath(section: section, item: number)), visible: nil)?.frame
  }

  var codes: [String] { warnings.map(\.code.rawValue) }
}
