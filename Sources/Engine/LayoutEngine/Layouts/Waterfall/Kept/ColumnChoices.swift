/// The columns of some items of a collection, which keep them.
package struct ColumnChoices: Sendable {
  /// In ascending order of sections; the runs of each in ascending order, apart from one another.
  package private(set) var sections: [(section: Int, runs: ContiguousArray<ColumnRun>)] = []

  /// Creates the choices of runs, in ascending order of sections and items.
  package init(_ sections: [(section: Int, runs: ContiguousArray<ColumnRun>)]) { self.sections = sections }

  /// The columns that a layout has chosen for items that had none; nil if there are none, or if it keeps none.
  ///
  /// - Complexity: O(k log n) for k such items of n.
  package init?(of layout: any SolvedLayout) {
    if let waterfall = layout as? StackedLayout<WaterfallSection> {
      self.init(in: waterfall)
    } else if let compositional = layout as? CompositionalSolution {
      self.init(in: compositional.stack)
    } else {
      return nil
    }
  }

  private init?<Body: SectionBody>(in layout: StackedLayout<Body>) {
    guard layout.totals.choosesColumns else { return nil }
    var sections: [(section: Int, runs: ContiguousArray<ColumnRun>)] = []
    layout.sections.forEachLeaf(where: { $0.choosesColumns }) {
      sections.append(($0.index, $0.leaf.body.chosenColumns))
    }
    self.sections = sections
  }

  /// The columns that the items of some sections keep.
  ///
  /// - Complexity: O(n) for n items, in chunks in which an item has a column.
  package init(keptIn list: SectionList) {
    var index = 0
    list.forEachSection { section in
      if section.items.traits.contains(.placed) {
        var runs = ContiguousArray<ColumnRun>()
        var first = 0
        section.items.forEachColumns { columns in
          for (place, column) in columns.keptColumns.enumerated() { runs.add(column, of: first + place) }
          first += columns.count
        }
        sections.append((index, runs))
      }
      index += 1
    }
  }

  /// Whether no item has a column of its own.
  package var isEmpty: Bool { sections.isEmpty }

  /// Whether there are all of the items, each once.
  package func fit(_ list: SectionList) -> Bool {
    var next = 0
    for (section, runs) in sections {
      guard section >= next, section < list.count else { return false }
      next = section + 1
      let count = list[section].items.count
      var end = 0
      for run in runs {
        guard run.first >= end, run.columns.count <= count, run.first <= count - run.columns.count else {
          return false
        }
        end = run.first + run.columns.count
      }
    }
    return true
  }
}

/// The columns of consecutive items of a section.
package struct ColumnRun: Sendable {
  /// The index of the first item.
  package let first: Int
  /// The column of each item.
  package fileprivate(set) var columns: ContiguousArray<KeptColumn>

  /// Creates a run of the columns of items from an index on.
  package init(first: Int, columns: ContiguousArray<KeptColumn>) {
    self.first = first
    self.columns = columns
  }

  var end: Int { first + columns.count }
}

extension ContiguousArray where Element == ColumnRun {
  /// Adds the column of an item behind all others; an item without a column is left out.
  mutating func add(_ column: KeptColumn?, of item: Int) {
    guard let column, !column.isAbsent else { return }
    if let last, last.end == item {
      self[count - 1].columns.append(column)
    } else {
      append(ColumnRun(first: item, columns: [column]))
    }
  }
}

extension SectionList {
  /// The sections whose items have these columns; the items must exist.
  ///
  /// - Complexity: O(k log n) for k of n items.
  package func keeping(_ choices: ColumnChoices) -> Updated {
    var updated = Updated(sections: self, map: .unchanged(sectionCount: count))
    for (index, runs) in choices.sections {
      var section = self[index]
      let (items, edits) = section.items.keeping(runs)
      section.items = items
      updated.sections = updated.sections.replacing(index, with: section)
      updated.itemEdits.append((index, edits))
    }
    return updated
  }
}
