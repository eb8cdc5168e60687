import LayoutEngine

/// The sections of a collection with the sizes measured for one breadth in place of estimates.
///
/// They have the same items in the same order as the client's own sections, which stay as the client described them: all
/// differences are measurements.
struct MeasuredSections: Sendable {
  private(set) var sections: SectionList
  private(set) var learned = LearnedEstimate()

  init(_ sections: SectionList) { self.sections = sections }

  /// Restores measured sections.
  init(_ sections: SectionList, learned: LearnedEstimate) {
    self.sections = sections
    self.learned = learned
  }

  /// The result of adding measurements.
  struct Taken {
    /// Nil if nothing changed.
    var updated: SectionList.Updated?
    /// Whether the estimate for items that are not measured changed.
    var expectsAnew = false
    var counts = MeasurementCounts()
    /// The measurements that the sections now have, those that they had already included.
    var elements: [MeasuredElement] = []
  }

  /// Adds measurements of elements whose size is estimated or was measured before.
  ///
  /// - Parameters:
  ///   - described: the client's own sections.
  ///   - layout: the layout of these sections.
  ///   - itemsPerLine: the number of items of a line, if the estimate for the other items is learned now; nil leaves
  ///     it as it is.
  /// - Complexity: O(k log n) for k measurements of n items.
  mutating func take(
    _ elements: [MeasuredElement], describedBy described: SectionList, in layout: any SolvedLayout,
    learningFor itemsPerLine: Int?
  ) throws(BatchError) -> Taken {
    var taken = Taken()
    var changes: [Redescription] = []
    changes.reserveCapacity(elements.count)
    for element in elements {
      let path = element.path
      let change =
        path.kind == .cell
        ? item(path.indexPath, element.measurement, described, layout)
        : view(path, element.measurement, described, layout)
      switch change {
      case .ignored(let reason): taken.counts.ignored.append(IgnoredMeasurement(path, reason))
      case .unchanged:
        taken.counts.unchanged += 1
        taken.elements.append(element)
      case .applied(let redescription):
        taken.counts.applied += 1
        taken.elements.append(element)
        changes.append(redescription)
      }
    }
    guard !changes.isEmpty else { return taken }
    taken.updated = try redescribe(changes)
    taken.expectsAnew = itemsPerLine.map { learned.learn(itemsPerLine: $0) } ?? false
    return taken
  }

  /// Discards the measurements of some elements, which are then estimated again.
  ///
  /// - Returns: nil if none of them was measured.
  mutating func forget(
    _ paths: [ElementPath], describedBy described: SectionList
  ) throws(BatchError) -> (updated: SectionList.Updated, paths: [ElementPath])? {
    var changes: [Redescription] = []
    var forgotten: [ElementPath] = []
    for path in paths {
      let place = path.indexPath
      // A journal may name a section that is not there.
      guard place.section < described.count else { continue }
      if path.kind == .cell {
        guard let own = described[place.section].items.item(at: place.item),
          let item = sections[place.section].items.item(at: place.item), !item.looks(like: own)
        else { continue }
        changes.append(.item(place, own))
      } else {
        let own = described[place.section].description(of: path.kind.name, place.item)
        guard sections[place.section].description(of: path.kind.name, place.item) != own else { continue }
        changes.append(.view(path, own))
      }
      forgotten.append(path)
    }
    guard !changes.isEmpty else { return nil }
    return (try redescribe(changes), forgotten)
  }

  /// Adds and discards the measurements of a journal entry, without asking a layout which elements it estimates.
  ///
  /// - Returns: the change of the sections; nil if there is none.
  /// - Throws: an error if an element does not exist.
  mutating func restore(
    _ edits: FurtherMeasurements.Edits, describedBy described: SectionList
  ) throws(BatchError) -> SectionList.Updated? {
    var updated: SectionList.Updated?
    if let forgotten = try forget(edits.forgotten, describedBy: described) { updated = forgotten.updated }
    if !edits.elements.isEmpty {
      var changes: [Redescription] = []
      for element in edits.elements {
        let path = element.path
        if path.kind == .cell {
          guard let item = item(at: path.indexPath) else { continue }
          changes.append(.item(path.indexPath, item.measured(as: element.measurement)))
        } else if path.indexPath.section < sections.count {
          var view =
            sections[path.indexPath.section].description(of: path.kind.name, path.indexPath.item)
            ?? Supplementary()
          view.size = element.measurement.size
          changes.append(.view(path, view))
        }
      }
      updated = try redescribe(changes)
    }
    recall(edits.learned)
    return updated
  }

  private func item(at path: IndexPath) -> Item? {
    path.section < sections.count ? sections[path.section].items.item(at: path.item) : nil
  }

  /// All measurements.
  ///
  /// - Complexity: O(n) for n items, in chunks that have measurements.
  func elements(describedBy described: SectionList) -> [MeasuredElement] {
    var elements: [MeasuredElement] = []
    sections.forEachItem(differingFrom: described) { path, item in
      guard let size = item.size else { return }
      elements.append(
        MeasuredElement(
          .cell(path.section, path.item),
          Measurement(size: size, alpha: item.appearance.alpha, transform: item.appearance.transform)))
    }
    sections.forEachView(differingFrom: described) { path, view in
      guard let size = view.size else { return }
      elements.append(MeasuredElement(path, Measurement(size: size)))
    }
    return elements
  }

  /// Applies a batch that also applies to the client's own sections.
  mutating func follow(
    _ apply: (SectionList) throws(BatchError) -> SectionList.Updated
  ) throws(BatchError) -> SectionList.Updated {
    let updated = try apply(sections)
    sections = updated.sections
    return updated
  }

  /// Adapts the estimate to the measurements; returns whether it changed.
  mutating func learn(for solvedViewport: SolvedViewport) -> Bool {
    learned.learn(itemsPerLine: solvedViewport.kind.itemsPerLine(in: solvedViewport.container))
  }

  /// Restores learned statistics.
  mutating func recall(_ learned: LearnedEstimate) { self.learned = learned }

  private mutating func redescribe(_ changes: [Redescription]) throws(BatchError) -> SectionList.Updated {
    let updated = try sections.describing(changes)
    sections = updated.sections
    return updated
  }
}

extension MeasuredSections {
  private enum Change {
    case ignored(IgnoredMeasurement.Reason)
    case unchanged
    case applied(Redescription)
  }

  private mutating func item(
    _ path: IndexPath, _ measurement: Measurement, _ described: SectionList, _ layout: any SolvedLayout
  ) -> Change {
    guard path.section < described.count,
      let own = described[path.section].items.item(at: path.item),
      let item = sections[path.section].items.item(at: path.item)
    else { return .ignored(.notEstimated) }
    let measured = item.measured(as: measurement)
    if !item.looks(like: own), let old = item.size {
      guard !measured.looks(like: item) else { return .unchanged }
      learned.replace(old, by: measurement.size)
      return .applied(.item(path, measured))
    }
    // A measurement that equals the estimate moves nothing, but makes the size final.
    guard let attributes = layout.attributes(of: .cell(path.section, path.item), visible: nil),
      attributes.isEstimated
    else { return .ignored(own.size == nil && own.aspectRatio == nil ? .notEstimated : .fixedSize) }
    learned.add(measurement.size, insteadOf: attributes.frame.size)
    return .applied(.item(path, measured))
  }

  private func view(
    _ path: ElementPath, _ measurement: Measurement, _ described: SectionList, _ layout: any SolvedLayout
  ) -> Change {
    let place = path.indexPath
    guard path.kind.category == .supplementary, place.section < described.count else {
      return .ignored(.notEstimated)
    }
    let own = described[place.section].description(of: path.kind.name, place.item)
    let view = sections[place.section].description(of: path.kind.name, place.item)
    var measured = view ?? Supplementary()
    measured.size = measurement.size
    if view != own {
      return measured == view ? .unchanged : .applied(.view(path, measured))
    }
    guard layout.attributes(of: path, visible: nil)?.isEstimated == true else {
      return .ignored(own?.size == nil ? .notEstimated : .fixedSize)
    }
    return .applied(.view(path, measured))
  }
}

extension Item {
  /// Whether both have the same size and appearance.
  fileprivate func looks(like other: Item) -> Bool { size == other.size && appearance == other.appearance }

  fileprivate func measured(as measurement: Measurement) -> Item {
    var measured = self
    measured.size = measurement.size
    measured.appearance.alpha = measurement.alpha ?? appearance.alpha
    measured.appearance.transform = measurement.transform ?? appearance.transform
    return measured
  }
}
