import LayoutEngine

extension FlowMetrics.Overrides: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(
      minimumLineSpacing, minimumInteritemSpacing, itemSize, sectionInset, headerReferenceSize,
      footerReferenceSize)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init()
    minimumLineSpacing = try reader.value()
    minimumInteritemSpacing = try reader.value()
    itemSize = try reader.value()
    sectionInset = try reader.value()
    headerReferenceSize = try reader.value()
    footerReferenceSize = try reader.value()
  }
}

extension ListMetrics.Overrides: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(
      rowHeight, estimatedRowHeight, sectionHeaderHeight, sectionFooterHeight, estimatedSectionHeaderHeight,
      estimatedSectionFooterHeight, sectionInset, separator, rowSpacing)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init()
    rowHeight = try reader.value()
    estimatedRowHeight = try reader.value()
    sectionHeaderHeight = try reader.value()
    sectionFooterHeight = try reader.value()
    estimatedSectionHeaderHeight = try reader.value()
    estimatedSectionFooterHeight = try reader.value()
    sectionInset = try reader.value()
    separator = try reader.value()
    rowSpacing = try reader.value()
  }
}

extension ListMetrics.RowHeight: StoredValue {
  func write(to writer: inout StoredWriter) {
    switch self {
    case .automatic: writer.write(byte: 0)
    case .points(let points):
      writer.write(byte: 1)
      writer.write(points)
    }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    switch try reader.byte() {
    case 0: self = .automatic
    case 1: self = .points(try reader.value())
    default: throw .damaged("a row height is not known")
    }
  }
}

extension WaterfallMetrics.Overrides: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(
      columnCount.map(StoredWhole.init), minimumColumnSpacing, minimumInteritemSpacing, sectionInset,
      headerHeight, footerHeight, headerInset, footerInset)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init()
    columnCount = try reader.value(StoredWhole?.self)?.number
    minimumColumnSpacing = try reader.value()
    minimumInteritemSpacing = try reader.value()
    sectionInset = try reader.value()
    headerHeight = try reader.value()
    footerHeight = try reader.value()
    headerInset = try reader.value()
    footerInset = try reader.value()
  }
}

extension MagazineMetrics.Overrides: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(verticalSpacing, horizontalSpacing, sectionInsets, itemInsets)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init()
    verticalSpacing = try reader.value()
    horizontalSpacing = try reader.value()
    sectionInsets = try reader.value()
    itemInsets = try reader.value()
  }
}
