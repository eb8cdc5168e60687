import LayoutEngine

extension JustifiedMetrics.Overrides: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(targetRowHeight, targetRowHeightTolerance, horizontalSpacing, verticalSpacing)
    writer.write(
      containerPadding, maxRows.map(StoredWhole.init), forceAspectRatio, showWidows,
      fullWidthBreakoutRowCadence.map(StoredWhole.init), widowLayoutStyle)
    writer.write(edgeCaseMinRowHeight, edgeCaseMaxRowHeight)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init()
    targetRowHeight = try reader.value()
    targetRowHeightTolerance = try reader.value()
    horizontalSpacing = try reader.value()
    verticalSpacing = try reader.value()
    containerPadding = try reader.value()
    maxRows = try reader.value(StoredWhole?.self)?.number
    forceAspectRatio = try reader.value()
    showWidows = try reader.value()
    fullWidthBreakoutRowCadence = try reader.value(StoredWhole?.self)?.number
    widowLayoutStyle = try reader.value()
    edgeCaseMinRowHeight = try reader.value()
    edgeCaseMaxRowHeight = try reader.value()
  }
}

extension JustifiedMetrics.WidowLayoutStyle: StoredName {}
