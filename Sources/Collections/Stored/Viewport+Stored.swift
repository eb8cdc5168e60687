import LayoutEngine

extension Container: StoredValue {
  func write(to writer: inout StoredWriter) {
    let ownInsets = insets == .zero ? nil : insets
    let ownCategory = contentSizeCategory == .large ? nil : contentSizeCategory
    writer.write(
      flags: StoredFlags(ownInsets != nil, scale != nil, direction == .rightToLeft, ownCategory != nil))
    writer.write(size)
    writer.write(present: ownInsets)
    writer.write(present: scale)
    writer.write(present: ownCategory)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let flags = try reader.flags(4)
    self.init(size: try reader.value(), direction: flags[2] ? .rightToLeft : .leftToRight)
    insets = try reader.value(if: flags[0]) ?? .zero
    scale = try reader.value(if: flags[1])
    contentSizeCategory = try reader.value(if: flags[3]) ?? .large
    guard scale ?? 1 > 0 else { throw .damaged("a scale is not above 0") }
  }
}

extension ContentSizeCategory: StoredName {}

/// Only the client's words are stored.
extension LayoutChoice: StoredValue {
  func write(to writer: inout StoredWriter) { writer.write(words: jsonText) }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let words = try reader.words()
    do {
      self.init(kind: try reader.layouts.layout(words), jsonText: words)
    } catch {
      throw .layout(error.reason)
    }
  }
}

/// What its client has on the screen is not stored, nor when it was moved last.
extension Viewport: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(flags: StoredFlags(ownLayout != nil, bounds != nil, movedAt != nil))
    writer.write(container)
    writer.write(words: containerJSON)
    writer.write(present: ownLayout)
    writer.write(present: bounds)
    writer.write(present: movedAt.map(StoredWhole.init))
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let flags = try reader.flags(3)
    self.init(container: try reader.value(), containerJSON: try reader.words())
    ownLayout = try reader.value(if: flags[0])
    bounds = try reader.value(if: flags[1])
    movedAt = flags[2] ? try reader.whole() : nil
  }
}
