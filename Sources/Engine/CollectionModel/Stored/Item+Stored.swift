import LayoutEngine

extension Item: StoredValue {
  func write(to writer: inout StoredWriter) {
    let look = StoredLook(appearance, separator, indentationLevel: indentationLevel)
    writer.write(
      flags: StoredFlags(
        id != nil, size != nil, estimatedSize != nil, aspectRatio != nil, span != nil || values != nil,
        sizeMode != nil, look != nil, content != nil))
    writer.write(present: id)
    writer.write(present: size)
    writer.write(present: estimatedSize)
    writer.write(present: aspectRatio)
    writer.write(span, values)
    writer.write(present: sizeMode)
    writer.write(present: look)
    writer.write(present: content)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    try reader.countItems(1)
    let flags = try reader.flags(8)
    self.init(
      id: try reader.value(if: flags[0]), size: try reader.value(if: flags[1]),
      estimatedSize: try reader.value(if: flags[2]), aspectRatio: try reader.value(if: flags[3]))
    if flags[4] { (span, values) = try reader.spanAndValues() }
    sizeMode = try reader.value(if: flags[5])
    let look: StoredLook? = try reader.value(if: flags[6])
    appearance = look?.appearance ?? .plain
    separator = look?.separator
    indentationLevel = look?.indentationLevel
    content = try reader.value(if: flags[7])
  }
}

extension GridSpan: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(whole: columns)
    writer.write(whole: rows)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let range = 1...StoredReader.itemLimit
    self.init(columns: try reader.whole(in: range), rows: try reader.whole(in: range))
  }
}

extension MagazineSizeMode: StoredValue {
  /// Stands for two thirds of a row, behind the codes of all divisors.
  private static let twoThirdsCode = UInt64(StoredReader.itemLimit) + 2

  func write(to writer: inout StoredWriter) {
    switch width {
    case .fullWidth(respectsItemInsets: true): writer.write(whole: 0)
    case .fullWidth(respectsItemInsets: false): writer.write(whole: 1)
    case .fractional(let divisor): writer.write(whole: UInt64(divisor) + 1)
    case .twoThirds: writer.write(whole: Self.twoThirdsCode)
    }
    writer.write(height, points)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let code = try reader.whole(in: 0...Self.twoThirdsCode)
    let width: Width =
      switch code {
      case 0, 1: .fullWidth(respectsItemInsets: code == 0)
      case Self.twoThirdsCode: .twoThirds
      default: .fractional(divisor: Int(code - 1))
      }
    self.init(width: width, height: try reader.value(), points: try reader.value())
  }
}

extension MagazineSizeMode.Height: StoredValue {
  func write(to writer: inout StoredWriter) {
    switch self {
    case .static: writer.write(byte: 0)
    case .dynamic: writer.write(byte: 1)
    case .dynamicAndStretchToTallestItemInRow: writer.write(byte: 2)
    }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    switch try reader.byte() {
    case 0: self = .static
    case 1: self = .dynamic
    case 2: self = .dynamicAndStretchToTallestItemInRow
    default: throw .damaged("a height mode is not known")
    }
  }
}

/// The appearance of an item, and the separator and the indentation of its row: only what differs from a plain item is
/// stored.
struct StoredLook: StoredValue {
  private(set) var appearance = Appearance.plain
  private(set) var separator: RowSeparator?
  private(set) var indentationLevel: Int?

  /// Nil for an item that looks plain and whose row is like the others of its section.
  init?(_ appearance: Appearance, _ separator: RowSeparator?, indentationLevel: Int?) {
    guard appearance != .plain || separator != nil || indentationLevel != nil else { return nil }
    self.appearance = appearance
    self.separator = separator
    self.indentationLevel = indentationLevel
  }

  func write(to writer: inout StoredWriter) {
    if separator != nil || indentationLevel != nil { writer.needsNewestFormat = true }
    let insets: Insets? = if case .inset(let own)? = separator { own } else { nil }
    var stored = StoredAttributes()
    appearance.write(to: &stored)
    let others = StoredFlags(
      false, false, false, false, false, separator == .hidden, insets != nil, indentationLevel != nil)
    writer.write(flags: StoredFlags(bits: stored.flags | others.bits))
    appearance.write(to: &writer)
    writer.write(present: insets)
    if let indentationLevel { writer.write(whole: indentationLevel) }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let flags = try reader.flags(8)
    var stored = StoredAttributesReader(flags: flags, reader: reader)
    try Appearance.visitAttributes(&appearance, .plain, &stored)
    reader = stored.reader
    if flags[5] { separator = .hidden }
    if flags[6] {
      guard separator == nil else { throw .damaged("a separator is hidden and has insets") }
      separator = .inset(try reader.value())
    }
    if flags[7] { indentationLevel = try reader.whole(in: 1...StoredReader.itemLimit) }
  }
}
