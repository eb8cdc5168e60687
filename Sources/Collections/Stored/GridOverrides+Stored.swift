import LayoutEngine

extension GridMetrics.Overrides: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(
      columns, lineExtent, rowSizing, columnSpacing, rowSpacing, sectionInset, headerHeight, footerHeight,
      packing)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init()
    columns = try reader.value()
    lineExtent = try reader.value()
    rowSizing = try reader.value()
    columnSpacing = try reader.value()
    rowSpacing = try reader.value()
    sectionInset = try reader.value()
    headerHeight = try reader.value()
    footerHeight = try reader.value()
    packing = try reader.value()
  }
}

extension GridMetrics.RowSizing: StoredName {}

extension GridMetrics.Packing: StoredName {}

extension GridMetrics.Columns: StoredValue {
  func write(to writer: inout StoredWriter) {
    switch self {
    case .count(let count):
      writer.write(byte: 0)
      writer.write(whole: count)
    case .minimumWidth(let width):
      writer.write(byte: 1)
      writer.write(width)
    }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    switch try reader.byte() {
    case 0: self = .count(try reader.whole())
    case 1: self = .minimumWidth(try reader.value())
    default: throw .damaged("columns are said in no known way")
    }
  }
}

extension GridMetrics.LineExtent: StoredValue {
  func write(to writer: inout StoredWriter) {
    switch self {
    case .automatic: writer.write(byte: 0)
    case .aspectRatio(let ratio):
      writer.write(byte: 1)
      writer.write(ratio)
    case .points(let points):
      writer.write(byte: 2)
      writer.write(points)
    }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    switch try reader.byte() {
    case 0: self = .automatic
    case 1: self = .aspectRatio(try reader.value())
    case 2: self = .points(try reader.value())
    default: throw .damaged("a line extent is not known")
    }
  }
}
