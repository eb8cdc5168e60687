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
      // Shown items of an outline are not in the order of the body.
      let isOutlined = sections[second.section].outline != nil
      fault(
        "the item at [\(first.section), \(first.item)] has the id \(quoted(repeated.id)) too",
        below: ["\(second.section)", "items"] + (isOutlined ? [] : ["\(second.item)", "id"]))
    }
    refuseRepeatedHiddenIDs(in: sections)
  }

  /// Reports every hidden item that has the id of another item, shown or hidden.
  ///
  /// - Complexity: O(n log n) for n items; O(1) if no section has an outline.
  private func refuseRepeatedHiddenIDs(in sections: SectionList) {
    let outlined = sections.outlinedSections
    guard !outlined.isEmpty, !isStopped else { return }
    let shown = sections.pathsOfItems()
    var hidden: [String: Int] = [:]
    for section in outlined {
      sections[section].outline?.forEachItem { id, _, _, item in
        guard item != nil, !isStopped else { return }
        var other = hidden.updateValue(section, forKey: id)
        if case .one(let path)? = shown[id] { other = path.section }
        guard let other else { return }
        fault("an item of section \(other) has the id \(quoted(id)) too", below: ["\(section)", "items"])
      }
    }
  }
}
