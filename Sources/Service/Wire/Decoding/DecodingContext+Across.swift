import JSON
import LayoutEngine

/// How far sections are scrolled across.
extension DecodingContext {
  private enum OffsetField: String, FieldNames { case section, offset }

  /// Reads the offsets of sections that scroll across, which are named by their numbers or ids.
  ///
  /// - Parameters:
  ///   - kind: the layout that the sections have.
  ///   - kept: the offsets that the viewport has, of which those that are not named stay.
  func orthogonalOffsets(
    _ value: JSONValue, of positions: ItemPositions, as kind: LayoutKind,
    beside kept: OrthogonalOffsets = OrthogonalOffsets()
  ) -> [OrthogonalOffset]? {
    var offsets: [OrthogonalOffset] = []
    var named: Set<Int> = []
    let isArray = array(value, "an array of objects with \"section\" and \"offset\"") { _, value in
      var section: Int?
      var offset: Double?
      let isObject = object(value, OffsetField.self, "an object with \"section\" and \"offset\"") {
        field, value in
        switch field {
        case .section: section = scrollingSection(value, of: positions, as: kind)
        case .offset: offset = number(value)
        }
      }
      guard isObject else { return }
      require("section", of: value)
      require("offset", of: value)
      guard let section, let offset else { return }
      if !named.insert(section).inserted {
        at("section") { fault("the offset of section \(section) is given twice") }
      }
      offsets.append(OrthogonalOffset(section: section, offset: offset))
    }
    guard isArray else { return nil }
    let limit = OrthogonalOffsets.limit
    if max(offsets.count, kept.all.count + named.count(where: { kept[$0] == 0 })) > limit {
      fault("a viewport has offsets of at most \(limit) sections; null returns all of them to 0")
    }
    return offsets
  }

  /// Reads the number or the id of a section.
  func section(_ value: JSONValue, of positions: ItemPositions) -> Int? {
    if value.kind == .string { return sectionNumber(ofID: value, positions, "") }
    guard let number = value.number, number >= 0, number == number.rounded() else {
      return mismatch(value, "the number or the id of a section")
    }
    let count = positions.sections.count
    let section = Int(exactly: number).flatMap { $0 < count ? $0 : nil }
    if section == nil { fault("there is no such section; the collection has \(count)") }
    return section
  }

  /// Reads the number or the id of a section that scrolls across.
  private func scrollingSection(
    _ value: JSONValue, of positions: ItemPositions, as kind: LayoutKind
  ) -> Int? {
    guard let section = section(value, of: positions) else { return nil }
    if kind.scrollsAcross(section: section) { return section }
    fault("section \(section) does not scroll across; \"orthogonalScrollingBehavior\" of its layout says so")
    return nil
  }
}
