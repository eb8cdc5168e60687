import LayoutEngine

extension DecodingContext {
  /// Reports every item and section of a stored collection that has the id of one in front of it.
  ///
  /// - Complexity: O(n) on average for n ids.
  func refuseRepeatedIDs(in sections: SectionList) {
    guard !isStopped else { return }
    let limit = Self.faultLimit
    for repeated in sections.repeatedSections(limit: limit) {
      fault(
        "section \(repeated.first) has the id \(quoted(repeated.id)) too",
        below: ["\(repeated.second)", "id"])
    }
    for repeated in sections.repeatedItems(limit: limit) {
      let (first, second) = (repeated.first, repeated.second)
      fault(
        "the item at [\(first.section), \(first.item)] has the id \(quoted(repeated.id)) too",
        below: ["\(second.section)", "items", "\(second.item)", "id"])
    }
  }
}
