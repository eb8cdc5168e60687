import LayoutEngine

extension LayoutKind {
  /// The layout, solved; no parameter of a benchmark fails for any item.
  func solved(_ sections: SectionList, in container: Container) -> any SolvedLayout {
    try! prepare(sections, in: container)
  }
}
