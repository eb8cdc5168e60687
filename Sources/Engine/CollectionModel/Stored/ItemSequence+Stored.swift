import LayoutEngine

/// Items are stored in chunks of columns, as they are in memory; a chunk without columns is only a number of items.
extension ItemSequence: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(whole: columnsCount)
    forEachColumns { writer.write($0) }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    var builder = ItemSequenceBuilder()
    try reader.forEach { (reader) throws(StoredFormError) in
      builder.append(try ItemColumns(from: &reader))
    }
    self = builder.finish()
  }
}

/// The number of items, a flag for each column, and the columns.
extension ItemColumns: StoredValue {
  func write(to writer: inout StoredWriter) {
    // A column can have become empty when items were deleted.
    let has = (
      sizes: sizes.contains { !$0.width.isNaN }, estimates: estimatedSizes.contains { !$0.width.isNaN },
      ratios: aspectRatios.contains { !$0.isNaN }, spans: spans.contains { $0 != .one },
      sizeModes: sizeModes.contains { $0 != .default }, values: values.contains { $0 != nil },
      ids: ids.contains { $0 != nil }, contents: contents.contains { $0 != nil }
    )
    let indices = Set(appearances.keys).union(separators.keys).union(indentationLevels.keys)
    let looks = indices.sorted().compactMap { index in
      StoredLook(
        appearances[index] ?? .plain, separators[index], indentationLevel: indentationLevels[index]
      ).map { (index: index, look: $0) }
    }
    writer.write(whole: count)
    writer.write(
      flags: StoredFlags(
        has.sizes, has.estimates, has.ratios, has.spans || has.values, has.sizeModes, has.ids,
        !looks.isEmpty, has.contents))
    if has.sizes { writer.write(sizes: sizes) }
    if has.estimates { writer.write(sizes: estimatedSizes) }
    if has.ratios { writer.write(numbers: aspectRatios) { $0 } }
    if has.spans || has.values { writer.write(spans: spans, has.spans, values: values, has.values) }
    if has.sizeModes { writer.write(column: sizeModes) }
    if has.ids { writer.write(ids: ids) }
    if !looks.isEmpty {
      writer.write(list: looks) { writer, look in
        writer.write(whole: look.index)
        writer.write(look.look)
      }
    }
    if has.contents { writer.write(contents: contents) }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let count = try reader.whole(in: 1...StoredReader.itemLimit)
    let flags = try reader.flags(8)
    guard flags.bits == 0 || count <= ItemColumns.limit else {
      throw .damaged("\(count) items have columns together")
    }
    try reader.countItems(count)
    let sizes = flags[0] ? try reader.sizes(count) : []
    let estimatedSizes = flags[1] ? try reader.sizes(count) : []
    let aspectRatios = flags[2] ? try reader.numbers(count) : []
    let (spans, values) = flags[3] ? try reader.spansAndValues(count) : ([], [])
    let sizeModes: ContiguousArray<MagazineSizeMode> = flags[4] ? try reader.column(count) : []
    let ids = flags[5] ? try reader.ids(count) : IDColumn()
    let looks = flags[6] ? try reader.looks() : [:]
    let contents = flags[7] ? try reader.contents(count) : []
    let columns = ItemColumns(
      count: count, sizes: sizes, estimatedSizes: estimatedSizes, aspectRatios: aspectRatios, spans: spans,
      sizeModes: sizeModes, values: values, ids: ids, appearances: looks.mapValues { $0.appearance },
      separators: looks.compactMapValues { $0.separator },
      indentationLevels: looks.compactMapValues { $0.indentationLevel }, contents: contents)
    guard let columns else { throw .damaged("columns of items do not fit together") }
    self = columns
  }
}
