import LayoutEngine

/// The columns that items keep: for each section runs of items whose columns were chosen out of one number.
extension ColumnChoices: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(list: sections) { writer, section in
      writer.write(StoredWhole(section.section))
      writer.write(list: section.runs.flatMap { StoredRun.runs(of: $0) })
    }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    var sections: [(section: Int, runs: ContiguousArray<ColumnRun>)] = []
    try reader.forEach { (reader) throws(StoredFormError) in
      let section = try reader.whole()
      let runs: [StoredRun] = try reader.list()
      sections.append((section, ContiguousArray(runs.map { $0.run })))
    }
    self.init(sections)
  }
}

/// Items that keep columns out of one number of columns.
private struct StoredRun: StoredValue {
  private(set) var run: ColumnRun
  private let columnCount: Int

  /// The run in parts with one number of columns each.
  static func runs(of run: ColumnRun) -> [StoredRun] {
    var runs: [StoredRun] = []
    var first = 0
    while first < run.columns.count {
      let count = run.columns[first].place?.columnCount ?? 0
      let end = run.columns[first...].firstIndex { $0.place?.columnCount != count } ?? run.columns.count
      runs.append(
        StoredRun(
          run: ColumnRun(first: run.first + first, columns: ContiguousArray(run.columns[first..<end])),
          columnCount: count))
      first = end
    }
    return runs
  }

  private init(run: ColumnRun, columnCount: Int) {
    self.run = run
    self.columnCount = columnCount
  }

  func write(to writer: inout StoredWriter) {
    writer.write(whole: run.first)
    writer.write(whole: columnCount)
    writer.write(list: run.columns) { $0.write(whole: $1.place?.column ?? 0) }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let first = try reader.whole(in: 0...StoredReader.itemLimit)
    let columnCount = try reader.whole()
    var columns = ContiguousArray<KeptColumn>()
    try reader.forEach { (reader) throws(StoredFormError) in
      guard let column = KeptColumn(try reader.whole(), of: columnCount) else {
        throw .damaged("there is no such column")
      }
      columns.append(column)
    }
    self.init(run: ColumnRun(first: first, columns: columns), columnCount: columnCount)
  }
}
