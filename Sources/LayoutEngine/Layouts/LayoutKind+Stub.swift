extension LayoutKind {
  /// Lays out what a batch made of a collection, from how it was laid out before: what the batch left alone is kept.
  public func prepare(
    _ updated: SectionList.Updated, from old: any SolvedLayout, in container: Container
  ) throws(LayoutFailure) -> any SolvedLayout { try prepare(updated.sections, in: container) }
}
