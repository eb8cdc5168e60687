import LayoutEngine

extension LayoutKind {
  /// The layout of a collection that every kind has a result for.
  func solve(_ sections: SectionList, in container: Container) -> any SolvedLayout {
    try! prepare(sections, in: container)
  }
}
