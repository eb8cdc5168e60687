import LayoutEngine

extension Size: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(number: width)
    writer.write(number: height)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(width: try reader.number(), height: try reader.number())
  }
}

extension Point: StoredValue {
  func write(to writer: inout StoredWriter) { writer.write(x, y) }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(x: try reader.number(), y: try reader.number())
  }
}

extension Rect: StoredValue {
  func write(to writer: inout StoredWriter) { writer.write(x, y, width, height) }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(
      x: try reader.number(), y: try reader.number(), width: try reader.number(), height: try reader.number())
  }
}

extension Insets: StoredValue {
  func write(to writer: inout StoredWriter) { writer.write(top, left, bottom, right) }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(
      top: try reader.number(), left: try reader.number(), bottom: try reader.number(),
      right: try reader.number())
  }
}

extension AffineTransform: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(a, b, c, d)
    writer.write(tx, ty)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(
      a: try reader.number(), b: try reader.number(), c: try reader.number(), d: try reader.number(),
      tx: try reader.number(), ty: try reader.number())
  }
}

extension Transform3D: StoredValue {
  func write(to writer: inout StoredWriter) {
    for number in numbers { writer.write(number: number) }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self = .identity
    m11 = try reader.number()
    m12 = try reader.number()
    m13 = try reader.number()
    m14 = try reader.number()
    m21 = try reader.number()
    m22 = try reader.number()
    m23 = try reader.number()
    m24 = try reader.number()
    m31 = try reader.number()
    m32 = try reader.number()
    m33 = try reader.number()
    m34 = try reader.number()
    m41 = try reader.number()
    m42 = try reader.number()
    m43 = try reader.number()
    m44 = try reader.number()
  }
}

extension IndexPath: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(whole: section)
    writer.write(whole: item)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(section: try reader.whole(), item: try reader.whole())
  }
}

extension ElementPath: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(byte: kind.category.rawValue)
    // Cells have no name.
    if kind.category != .cell { writer.write(text: kind.name) }
    writer.write(indexPath)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    guard let category = ElementKind.Category(rawValue: try reader.byte()) else {
      throw .damaged("a kind of element is not known")
    }
    let name = category == .cell ? "" : try reader.text()
    self.init(kind: ElementKind(category: category, name: name), indexPath: try reader.value())
  }
}
