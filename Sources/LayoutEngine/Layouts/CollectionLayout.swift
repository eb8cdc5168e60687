/// A layout kind: parameters that can solve a collection (`UICollectionViewLayout`, before `prepare`).
///
/// A new kind is a folder beside this file with a type that conforms, and a case in `LayoutKind`.
protocol CollectionLayout: Sendable {
  associatedtype Solved: SolvedLayout

  /// Lays the sections out for the container.
  func prepare(_ sections: SectionList, in container: Container) -> Solved
}

/// A collection that has been laid out: an immutable value that answers for any rect and any element.
public protocol SolvedLayout: Sendable {
  /// The size of the content, in points.
  var contentSize: Size { get }

  /// What the layout had to put up with.
  var warnings: [LayoutWarning] { get }

  /// The elements that meet `rect`, or all, in the order of the wire.
  ///
  /// - Parameters:
  ///   - rect: content coordinates; nil asks for every element.
  ///   - visible: what pinned elements pin to, before the container's insets; nil leaves them unpinned.
  func elements(in rect: Rect?, visible: Rect?) -> ElementList

  /// The attributes of one element, or nil when there is no such element.
  func attributes(of element: ElementPath, visible: Rect?) -> LayoutAttributes?
}
