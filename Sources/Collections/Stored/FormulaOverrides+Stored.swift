import LayoutEngine

extension StackMetrics.Overrides: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(
      itemSize, itemOffset, itemScale, spread, visibleCount.map(StoredWhole.init), sectionInset)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init()
    itemSize = try reader.value()
    itemOffset = try reader.value()
    itemScale = try reader.value()
    spread = try reader.value()
    visibleCount = try reader.value(StoredWhole?.self)?.number
    sectionInset = try reader.value()
  }
}

extension CircleMetrics.Overrides: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(itemSize, radius, startAngle, sweep, rotatesItems, sectionInset)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init()
    itemSize = try reader.value()
    radius = try reader.value()
    startAngle = try reader.value()
    sweep = try reader.value()
    rotatesItems = try reader.value()
    sectionInset = try reader.value()
  }
}

extension SpiralMetrics.Overrides: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(itemSize, spiral, spacing, startAngle, outerScale, outerAlpha, sectionInset)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init()
    itemSize = try reader.value()
    spiral = try reader.value()
    spacing = try reader.value()
    startAngle = try reader.value()
    outerScale = try reader.value()
    outerAlpha = try reader.value()
    sectionInset = try reader.value()
  }
}

extension SpiralLayout.Spiral: StoredName {}

extension CoverFlowMetrics.Overrides: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(itemSize, itemSpacing, angle, sideShift, sideDepth, perspective, sectionInset)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init()
    itemSize = try reader.value()
    itemSpacing = try reader.value()
    angle = try reader.value()
    sideShift = try reader.value()
    sideDepth = try reader.value()
    perspective = try reader.value()
    sectionInset = try reader.value()
  }
}

extension CarouselMetrics.Overrides: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(style, itemSize, itemSpacing, sideItemScale, sideItemAlpha)
    writer.write(itemsPerTurn.map(StoredWhole.init), radius, tilt, perspective, sectionInset)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init()
    style = try reader.value()
    itemSize = try reader.value()
    itemSpacing = try reader.value()
    sideItemScale = try reader.value()
    sideItemAlpha = try reader.value()
    itemsPerTurn = try reader.value(StoredWhole?.self)?.number
    radius = try reader.value()
    tilt = try reader.value()
    perspective = try reader.value()
    sectionInset = try reader.value()
  }
}

extension CarouselLayout.Style: StoredName {}
