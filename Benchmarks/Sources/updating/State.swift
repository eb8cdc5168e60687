import LayoutEngine

/// A solved collection, with a visible rect in the middle.
struct State {
  let kind: LayoutKind
  let container = Container(size: Size(width: 375, height: 667), scale: 2)
  let sections: SectionList
  let solved: any SolvedLayout
  let screen: Rect

  init(_ kind: LayoutKind, _ sections: SectionList) {
    self.kind = kind
    self.sections = sections
    solved = try! kind.prepare(sections, in: container)
    screen = Rect(x: 0, y: solved.contentSize.height / 2, width: 375, height: 667)
  }

  /// Applies a batch and returns the number of visible changes.
  func visibleDiff(_ batch: [BatchUpdate]) -> Int {
    let updated = try! sections.applying(batch)
    let after = try! kind.prepare(updated, from: solved, in: container)
    return UpdateDiff.between(
      DiffSide(layout: solved, container: container, bounds: screen),
      and: DiffSide(layout: after, container: container, bounds: screen), by: updated.map, visibleOnly: true
    ).changes.count
  }

  /// Applies a batch repeatedly, each time to the result of the last. Returns the number of visible changes in all.
  func visibleDiffs(_ batch: [BatchUpdate], times: Int) -> Int {
    var (sections, layout) = (sections, solved)
    return (0..<times).reduce(0) { sum, _ in
      let updated = try! sections.applying(batch)
      let after = try! kind.prepare(updated, from: layout, in: container)
      let diff = UpdateDiff.between(
        DiffSide(layout: layout, container: container, bounds: screen),
        and: DiffSide(layout: after, container: container, bounds: screen), by: updated.map, visibleOnly: true
      )
      (sections, layout) = (updated.sections, after)
      return sum + diff.changes.count
    }
  }

  /// Applies a batch and returns the number of changes and runs of all elements.
  ///
  /// - Parameter isFoldedAtOnce: whether the shifts are folded as the diff is computed, or afterwards.
  func foldedDiff(_ batch: [BatchUpdate], isFoldedAtOnce: Bool) -> Int {
    let updated = try! sections.applying(batch)
    let after = try! kind.prepare(updated, from: solved, in: container)
    var diff = UpdateDiff.between(
      DiffSide(layout: solved, container: container, bounds: screen),
      and: DiffSide(layout: after, container: container, bounds: screen), by: updated.map, visibleOnly: false,
      foldsRuns: isFoldedAtOnce)
    diff.foldRuns()
    return diff.changes.count + (diff.runs?.count ?? 0)
  }

  /// Applies a batch and returns the number of visible elements.
  func query(_ batch: [BatchUpdate]) -> Int {
    let updated = try! sections.applying(batch)
    return try! kind.prepare(updated, from: solved, in: container).elements(in: screen, visible: screen).count
  }

  /// Applies a batch and lays the collection out from scratch. Returns the number of visible elements.
  func fromScratch(_ batch: [BatchUpdate]) -> Int {
    let updated = try! sections.applying(batch)
    return try! kind.prepare(updated.sections, in: container).elements(in: screen, visible: screen).count
  }
}

/// Returns items of varied sizes, half of them with ids, in sections of equal length.
func variedSections(items count: Int, sections: Int = 1) -> SectionList {
  SectionList(
    ContiguousArray(
      (0..<sections).map { section in
        var builder = ItemSequenceBuilder()
        for number in 0..<count / sections {
          let size = variedSize(section * (count / sections) + number)
          if number / 512 % 2 == 0 {
            builder.append(Item(id: "item-\(section)-\(number)-of-many", size: size))
          } else {
            builder.append(size: size)
          }
        }
        return Section(id: "section \(section)", items: builder.finish())
      }))
}

func variedSize(_ number: Int) -> Size {
  Size(width: 40 + Double(number * 37 % 83) * 0.77, height: 30 + Double(number * 53 % 71) * 0.5)
}
