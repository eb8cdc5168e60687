import LayoutEngine

/// Adds measurements to the layouts of a collection's viewports.
extension SolvedCollection {
  /// The breadth for which a viewport's content is measured.
  public func measuredBreadth(of viewport: Viewport) -> MeasuredBreadth {
    solvedViewport(of: viewport).measuringKey.breadth
  }

  /// Lays the collection out for a viewport whose layout no other viewport has, with the measurements of viewports of
  /// its breadth, or else those in the cache.
  ///
  /// Where another viewport shares the measurements and has none, this one has none either: they would move the
  /// elements of the other, without an event for its client.
  mutating func solve(for viewport: Viewport) throws(LayoutError) -> SolvedViewport {
    let kind = (viewport.ownLayout ?? state.layout).kind
    let jsonText = viewport.ownLayout?.jsonText
    let key = MeasuringKey(breadth: kind.measuredBreadth(in: viewport.container), layoutJSON: jsonText)
    if let measured = state.measured[key] {
      return try SolvedViewport(
        measured.sections, kind, viewport.container, layoutJSON: jsonText, estimate: measured.learned.estimate
      )
    }
    let solvedViewport = try SolvedViewport(state.sections, kind, viewport.container, layoutJSON: jsonText)
    guard !solvedViewports.values.contains(where: { $0.measuringKey == key }) else { return solvedViewport }
    if key == mainKey {
      recalled = RecalledMeasurements(isWhole: true)
    } else {
      further.noteWhole(key)
    }
    let elements = remembered(for: key.breadth)
    let holds = holdsEstimates
    // No viewport shows this layout yet.
    holdsEstimates = state.learning == .never
    defer { holdsEstimates = holds }
    guard !elements.isEmpty, let taken = try take(elements, for: key, laidOutAs: solvedViewport),
      let measured = state.measured[key]
    else { return solvedViewport }
    return try solvedViewport.after(taken, of: measured)
  }

  /// Drops the measurements for breadths and layouts that no viewport has; the cache keeps those of items with ids.
  mutating func dropMeasured() {
    guard !state.measured.isEmpty, !keepsMeasured else { return }
    let keys = Set(solvedViewports.values.map { $0.measuringKey })
    state.measured = state.measured.filter { keys.contains($0.key) }
  }

  /// Applies a batch to the measured sections.
  mutating func followMeasured(
    _ apply: (SectionList) throws(BatchError) -> SectionList.Updated
  ) throws(ChangeError) -> [MeasuringKey: SectionList.Updated] {
    var results: [MeasuringKey: SectionList.Updated] = [:]
    do throws(BatchError) {
      for key in state.measured.keys { results[key] = try state.measured[key]!.follow(apply) }
    } catch {
      throw .conflicts(error)
    }
    return results
  }

  /// Adds measurements to the viewports of their breadth.
  ///
  /// - Returns: the measurements added, nil if nothing changed; the numbers by their effect; the changes to the cache.
  mutating func measure(
    _ batch: MeasurementBatch
  ) throws(ChangeError) -> (MeasurementBatch?, [MeasuringKey: MeasurementCounts], MeasurementEdits) {
    var counts: [MeasuringKey: MeasurementCounts] = [:]
    var kept: Set<MeasuredElement> = []
    var hasChanged = false
    let keys = Set(solvedViewports.values.map { $0.measuringKey }).filter { $0.breadth == batch.breadth }
    for key in keys {
      guard let solvedViewport = solvedViewports.values.first(where: { $0.measuringKey == key }) else {
        continue
      }
      do throws(LayoutError) {
        guard let taken = try take(batch.elements, for: key, laidOutAs: solvedViewport) else { continue }
        counts[key] = taken.counts
        kept.formUnion(taken.elements)
        guard taken.updated != nil else { continue }
        hasChanged = true
        try layOut(key, after: taken)
      } catch {
        throw .layout(error)
      }
    }
    var result = batch
    // If no viewport has the breadth, this is a replay of the journal, which has only measurements that were added.
    if !keys.isEmpty { result.elements = batch.elements.filter(kept.contains) }
    var edits = MeasurementEdits()
    for element in result.elements where element.path.kind == .cell {
      guard let id = id(at: element.path.indexPath) else { continue }
      edits.remembered.append((batch.breadth, id, element.measurement))
    }
    return (hasChanged || keys.isEmpty ? result : nil, counts, edits)
  }

  /// Gives items that a batch inserts their measurements in the cache, and discards measurements of elements that it
  /// brings into sections that measure otherwise.
  ///
  /// - Parameters:
  ///   - old: the sections before the batch.
  ///   - changed: items with new descriptions.
  /// - Returns: the changes to the cache, which discard measurements of other content and for other sections.
  mutating func recall(
    after updates: [BatchUpdate], _ map: UpdateMap, from old: SectionList,
    changed: [SnapshotDifference.Move<IndexPath>] = []
  ) throws(ChangeError) -> MeasurementEdits {
    var edits = MeasurementEdits()
    edits.forgotten = redescribedItems(in: updates, old) + changed.compactMap { id(at: $0.to) }
    edits.forgottenFor = try forgetMisplaced(after: map)
    guard let space else { return edits }
    let keys = Set(solvedViewports.values.map { $0.measuringKey }).filter {
      space.hasAnything(for: $0.breadth)
    }
    guard !keys.isEmpty else { return edits }
    let stale = Set(edits.forgotten)
    let arrived = arrivals(of: updates, map).compactMap { path in
      id(at: path).flatMap { stale.contains($0) ? nil : (path: path, id: $0) }
    }
    guard !arrived.isEmpty else { return edits }
    do throws(LayoutError) {
      for key in keys {
        let found = space.recall(arrived.map { $0.id }, for: key.breadth)
        let elements = zip(arrived, found).compactMap { arrived, measurement in
          measurement.map { MeasuredElement(.cell(arrived.path.section, arrived.path.item), $0) }
        }
        guard !elements.isEmpty,
          let solvedViewport = solvedViewports.values.first(where: { $0.measuringKey == key }),
          let taken = try take(elements, for: key, laidOutAs: solvedViewport)
        else { continue }
        if key == mainKey { recalled.note(taken) }
        try layOut(key, after: taken)
      }
    } catch {
      throw .layout(error)
    }
    return edits
  }

  /// Adds the measurements that an entry of the journal has from the cache, after the entry's change.
  mutating func replay(_ recalled: RecalledMeasurements) throws(LayoutError) {
    let key = mainKey
    if recalled.isWhole {
      state.measured[key] = nil
      solvedViewports = solvedViewports.filter { $0.value.measuringKey != key }
      try solveViewports()
    }
    let taken = try take(recalled.elements, for: key, laidOutAs: solvedViewport(of: state.main))
    if recalled.learned != LearnedEstimate() {
      let sections = state.sections
      state.measured[key, default: MeasuredSections(sections)].recall(recalled.learned)
    }
    // Laid out as the step was: sums of fractions depend on their order.
    let isExpected = solvedViewport(of: state.main).estimate == state.measured[key]?.learned.estimate
    if let taken { try layOut(key, after: taken, anew: recalled.isWhole || !isExpected) }
    self.recalled = RecalledMeasurements()
  }

  /// All measurements of items with ids, as changes to the cache.
  func measurementsOfViewports() -> MeasurementEdits {
    var edits = MeasurementEdits()
    for (key, measured) in state.measured {
      for element in measured.elements(describedBy: state.sections) where element.path.kind == .cell {
        guard let id = id(at: element.path.indexPath) else { continue }
        edits.remembered.append((key.breadth, id, element.measurement))
      }
    }
    return edits
  }

  /// Discards measurements for a breadth.
  ///
  /// - Returns: the invalidation as it took effect, nil if there was nothing to discard; the numbers discarded; the
  ///   changes to the cache.
  mutating func forget(
    _ wanted: Invalidation
  ) throws(ChangeError) -> (
    kept: Invalidation?, counts: [MeasuringKey: InvalidationCounts], edits: MeasurementEdits
  ) {
    var forgotten: Set<ElementPath> = []
    var counts: [MeasuringKey: InvalidationCounts] = [:]
    let keys = Set(solvedViewports.values.map { $0.measuringKey }).filter { $0.breadth == wanted.breadth }
    for key in keys {
      do throws(LayoutError) {
        let paths = try forget(wanted, for: key)
        counts[key] = InvalidationCounts(paths)
        forgotten.formUnion(paths)
      } catch {
        throw .layout(error)
      }
    }
    var kept = wanted
    if !keys.isEmpty {
      kept.elements = wanted.scope == .everything ? [] : wanted.elements.filter(forgotten.contains)
    }
    var edits = MeasurementEdits()
    for path in keys.isEmpty ? Set(wanted.elements) : forgotten where path.kind == .cell {
      if let id = id(at: path.indexPath) { edits.forgottenFor.append((wanted.breadth, id)) }
    }
    return (keys.isEmpty || !forgotten.isEmpty ? kept : nil, counts, edits)
  }

  private mutating func forget(
    _ wanted: Invalidation, for key: MeasuringKey
  ) throws(LayoutError) -> [ElementPath] {
    var paths: [ElementPath] = []
    switch wanted.scope {
    case .everything:
      paths = state.measured[key]?.elements(describedBy: state.sections).map { $0.path } ?? []
      state.measured[key] = nil
      if key != mainKey { further.noteWhole(key) }
    case .counts: break
    case .elements: return try forget(wanted.elements, for: key)
    }
    for (name, solvedViewport) in solvedViewports where solvedViewport.measuringKey == key {
      solvedViewports[name] = try SolvedViewport(
        solvedViewport, state.measured[key]?.sections ?? state.sections,
        estimate: state.measured[key]?.learned.estimate)
    }
    return paths
  }

  /// Discards the measurements of some elements for a key; returns those that had any.
  private mutating func forget(
    _ elements: [ElementPath], for key: MeasuringKey
  ) throws(LayoutError) -> [ElementPath] {
    let sections = state.sections
    let found = try? state.measured[key]?.forget(elements, describedBy: sections)
    guard let found else { return [] }
    if key != mainKey { further.note(forgotten: found.paths, for: key) }
    for (name, solvedViewport) in solvedViewports where solvedViewport.measuringKey == key {
      solvedViewports[name] = try SolvedViewport(solvedViewport, after: found.updated)
    }
    return found.paths
  }

  /// Discards the measurements of elements that a batch brings into sections that measure otherwise.
  ///
  /// Those for viewports that a replay does not have are discarded by the journal's entry.
  ///
  /// - Returns: the items of the cache, by their breadths.
  private mutating func forgetMisplaced(
    after map: UpdateMap
  ) throws(ChangeError) -> [(breadth: MeasuredBreadth, id: String)] {
    var forgotten: [(breadth: MeasuredBreadth, id: String)] = []
    do throws(LayoutError) {
      for (key, measured) in state.measured {
        guard let solvedViewport = solvedViewports.values.first(where: { $0.measuringKey == key }) else {
          continue
        }
        let elements = solvedViewport.kind.remeasuredElements(
          after: map, in: measured.sections, describedBy: state.sections, container: solvedViewport.container)
        guard !elements.isEmpty else { continue }
        for path in try forget(elements, for: key) where path.kind == .cell {
          if let id = id(at: path.indexPath) { forgotten.append((key.breadth, id)) }
        }
      }
    } catch {
      throw .layout(error)
    }
    return forgotten
  }

  func id(at path: IndexPath) -> String? {
    path.section < state.sections.count ? state.sections[path.section].items.id(at: path.item) : nil
  }
}

extension SolvedCollection {
  /// Adds measurements to the sections of a key; nil if an element does not exist.
  mutating func take(
    _ elements: [MeasuredElement], for key: MeasuringKey, laidOutAs solvedViewport: SolvedViewport
  ) throws(LayoutError) -> MeasuredSections.Taken? {
    var measured = state.measured[key] ?? MeasuredSections(state.sections)
    // Paths that exist, each once, conflict with nothing.
    let kind = solvedViewport.kind
    let learns = kind.learnsEstimates && !holdsEstimates
    guard
      let taken = try? measured.take(
        elements, describedBy: state.sections, in: solvedViewport.layout,
        learningFor: learns ? kind.itemsPerLine(in: solvedViewport.container) : nil)
    else { return nil }
    if taken.updated != nil {
      state.measured[key] = measured
      if key != mainKey { further.note(taken.elements, for: key) }
    }
    return taken
  }

  /// The key of the main viewport.
  var mainKey: MeasuringKey {
    let kind = (state.main.ownLayout ?? state.layout).kind
    return MeasuringKey(
      breadth: kind.measuredBreadth(in: state.main.container), layoutJSON: state.main.ownLayout?.jsonText)
  }

  /// Lays out the viewports of a key after measurements were added.
  mutating func layOut(
    _ key: MeasuringKey, after taken: MeasuredSections.Taken, anew: Bool = false
  ) throws(LayoutError) {
    if anew { return try layOutAnew(key) }
    guard let measured = state.measured[key] else { return }
    for (name, solvedViewport) in solvedViewports where solvedViewport.measuringKey == key {
      solvedViewports[name] = try solvedViewport.after(taken, of: measured)
    }
  }

  /// Lays out the viewports of a key from their measured sections.
  mutating func layOutAnew(_ key: MeasuringKey) throws(LayoutError) {
    guard let measured = state.measured[key] else { return }
    for (name, solvedViewport) in solvedViewports where solvedViewport.measuringKey == key {
      solvedViewports[name] = try SolvedViewport(
        solvedViewport, measured.sections, estimate: measured.learned.estimate)
    }
  }

  /// The measurements of the collection's items in the cache, for a breadth.
  private func remembered(for breadth: MeasuredBreadth) -> [MeasuredElement] {
    guard let space, space.hasAnything(for: breadth) else { return [] }
    let (ids, measurements) = space.recallAll(for: breadth)
    return zip(state.sections.paths(ofItems: ids), measurements).compactMap { found, measurement in
      guard case .one(let path) = found else { return nil }
      return MeasuredElement(.cell(path.section, path.item), measurement)
    }
  }

  /// The index paths, after a batch, of items that it inserts.
  private func arrivals(of updates: [BatchUpdate], _ map: UpdateMap) -> [IndexPath] {
    var paths: [IndexPath] = []
    func arrive(_ section: Int) {
      guard section < state.sections.count else { return }
      paths += (0..<state.sections[section].items.count).map { IndexPath(section: section, item: $0) }
    }
    for update in updates {
      switch update.action {
      case .insertItems(let places, _): paths += places
      case .insertSections(let places, _): places.forEach(arrive)
      case .reloadSections(let places, _): places.compactMap(map.newSection).forEach(arrive)
      default: break
      }
    }
    return paths
  }

  /// The ids of items whose descriptions a batch changes.
  private func redescribedItems(in updates: [BatchUpdate], _ old: SectionList) -> [String] {
    var ids: [String] = []
    for update in updates {
      switch update.action {
      case .reloadItems(let places, let items?), .reconfigureItems(let places, let items?):
        for (path, item) in zip(places, items) where path.section < old.count {
          if let id = old[path.section].items.id(at: path.item) { ids.append(id) }
          if let id = item.id { ids.append(id) }
        }
      default: break
      }
    }
    return ids
  }
}

extension SolvedViewport {
  /// The viewport laid out after measurements were added.
  fileprivate func after(
    _ taken: MeasuredSections.Taken, of measured: MeasuredSections
  ) throws(LayoutError) -> SolvedViewport {
    guard let updated = taken.updated else { return self }
    return taken.expectsAnew
      ? try SolvedViewport(self, measured.sections, estimate: measured.learned.estimate)
      : try SolvedViewport(self, after: updated)
  }
}

extension RecalledMeasurements {
  /// Adds measurements from the cache; `completed` finds all of them if the viewport changed.
  fileprivate mutating func note(_ taken: MeasuredSections.Taken) {
    if !isWhole { elements += taken.elements }
  }
}
