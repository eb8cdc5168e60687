import CollectionModel
import LayoutEngine
import Testing

@testable import PageEngine

/// A delta read back from its bytes, by the table of columns.
struct ReadDelta {
  let bytes: [UInt8]
  private var places: [Int] = []

  init(_ address: Int) throws {
    let start = try #require(UnsafeRawPointer(bitPattern: address))
    let count = start.load(fromByteOffset: Waist.Header.bytes.rawValue, as: UInt32.self)
    self.init(bytes: Array(UnsafeRawBufferPointer(start: start, count: Int(count))))
  }

  init(bytes: [UInt8]) {
    self.bytes = bytes
    var next = Waist.Header.size
    for each in Waist.DeltaColumn.allCases {
      next = (next + 7) / 8 * 8
      places.append(next)
      next += count(of: each) * each.column.width * each.column.scalar.size
    }
    #expect((next + 7) / 8 * 8 == bytes.count, "the columns are as long as the record")
    #expect(unsigned(.digest) == Waist.digest)
  }

  private func load<Number: BitwiseCopyable>(_ offset: Int, _ type: Number.Type) -> Number {
    bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
  }

  func unsigned(_ field: Waist.Header) -> Int { Int(load(field.rawValue, UInt32.self)) }
  func double(_ field: Waist.Header, _ index: Int = 0) -> Double {
    load(field.rawValue + 8 * index, Double.self)
  }
  func has(_ flag: Waist.DeltaFlag) -> Bool { UInt32(unsigned(.flags)) & flag.bit != 0 }

  var type: Waist.DeltaType { Waist.DeltaType(rawValue: UInt32(unsigned(.type)))! }
  var cause: Waist.Cause { Waist.Cause(rawValue: UInt32(unsigned(.cause)))! }

  func count(of column: Waist.DeltaColumn) -> Int {
    if let flag = column.flag, !has(flag) { return 0 }
    return unsigned(column.column.count)
  }

  /// The numbers of an entry of a column.
  func numbers(_ column: Waist.DeltaColumn, _ entry: Int) -> [Double] {
    let (width, scalar) = (column.column.width, column.column.scalar)
    let place = places[column.rawValue] + entry * width * scalar.size
    return (0..<width).map { index in
      let offset = place + index * scalar.size
      return switch scalar {
      case .uint8: Double(load(offset, UInt8.self))
      case .int16: Double(load(offset, Int16.self))
      case .uint16: Double(load(offset, UInt16.self))
      case .int32: Double(load(offset, Int32.self))
      case .uint32: Double(load(offset, UInt32.self))
      case .float64: load(offset, Double.self)
      }
    }
  }

  func int(_ column: Waist.DeltaColumn, _ entry: Int) -> Int { Int(numbers(column, entry)[0]) }

  func text(_ column: Waist.DeltaColumn, from start: Int, to end: Int) -> String {
    let place = places[column.rawValue]
    return String(decoding: bytes[place + start..<place + end], as: UTF8.self)
  }

  var facts: String { text(.facts, from: 0, to: count(of: .facts)) }

  func paths(_ column: Waist.DeltaColumn) -> [IndexPath] {
    (0..<count(of: column)).map {
      let numbers = numbers(column, $0)
      return IndexPath(section: Int(numbers[0]), item: Int(numbers[1]))
    }
  }

  func texts(_ ends: Waist.DeltaColumn, _ text: Waist.DeltaColumn) -> [String] {
    var start = 0
    return (0..<count(of: ends)).map {
      let end = int(ends, $0)
      defer { start = end }
      return self.text(text, from: start, to: end)
    }
  }
}

/// An element as a page has it.
struct PageElement: Equatable {
  var category = ""
  var kind = ""
  var path = IndexPath(section: 0, item: 0)
  var id: String?
  var content: String?
  /// The level of an item of an outline, and whether it is expanded if it has children.
  var level: Int?
  var isExpanded: Bool?
  var look = PageLook()
}

/// How an element looks.
struct PageLook: Equatable {
  var frame = Rect.zero
  var zIndex = 0.0
  var isHidden = false
  var isEstimated = false
  var isAway = false
  var pins: String?
  /// The numbers of the other attributes that differ from their defaults, by name.
  var values: [String: [Double]] = [:]

  /// The attributes whose numbers are in looks.
  static var attributes: [ElementAttribute.Declaration] {
    ElementAttribute.all.filter { $0.attribute.lookFlag != nil && $0.width > 0 }
  }
}

/// The elements that a page has by its deltas, by their keys.
struct PagePicture {
  var elements: [Int: PageElement] = [:]
  var kinds: [(category: String, name: String)] = [("cell", "")]
  var counts: [Int: Int] = [:]
  var held: Int?
  var ranges: [Int: ClosedRange<Double>] = [:]
  var stripSections: [Int] = []

  /// Applies a delta.
  mutating func apply(_ delta: ReadDelta) {
    if delta.type == .reset { kinds = [] }
    if delta.count(of: .kindEnds) > 0 { #expect(delta.unsigned(.firstKind) == kinds.count) }
    let names = delta.texts(.kindEnds, .kindText)
    for (index, name) in names.enumerated() {
      let category = Waist.Category(rawValue: UInt8(delta.int(.kindCategories, index)))!
      kinds.append(("\(category)", name))
    }
    for entry in 0..<delta.count(of: .goneKeys) {
      #expect(
        elements.removeValue(forKey: delta.int(.goneKeys, entry)) != nil, "an element goes that is there")
    }
    var isHeld = false
    for row in 0..<delta.count(of: .rowKeys) {
      isHeld = take(row, delta) || isHeld
    }
    if !isHeld, delta.type != .scroll { held = nil }
    if delta.has(.sections) {
      counts = [:]
      for entry in 0..<delta.count(of: .sectionNumbers) {
        counts[delta.int(.sectionNumbers, entry)] = delta.int(.sectionCounts, entry)
      }
    }
    if delta.has(.strips) {
      stripSections = (0..<delta.count(of: .stripSections)).map { delta.int(.stripSections, $0) }
    }
  }

  /// Takes a row; returns whether it is that of the dragged element.
  private mutating func take(_ row: Int, _ delta: ReadDelta) -> Bool {
    let key = delta.int(.rowKeys, row)
    let flags = UInt16(delta.int(.rowFlags, row))
    func has(_ flag: Waist.RowFlag) -> Bool { flags & flag.bit != 0 }
    let old = elements[key]
    if !has(.held) { #expect((old == nil) == has(.new), "an element is new if the page does not have it") }
    var element = PageElement()
    let kind = kinds[delta.int(.rowKinds, row)]
    (element.category, element.kind) = kind
    element.path = IndexPath(section: delta.int(.rowSections, row), item: delta.int(.rowItems, row))
    element.look = PageLook(
      frame: Rect(delta.numbers(.rowFrames, row)), zIndex: Double(delta.int(.rowZIndexes, row)),
      isHidden: has(.hidden), isEstimated: has(.estimated), isAway: has(.away), pins: old?.look.pins)
    if delta.type != .scroll || has(.new) { element.look.pins = nil }
    if !has(.filled), let old {
      (element.id, element.content) = (old.id, old.content)
      (element.level, element.isExpanded) = (old.level, old.isExpanded)
    }
    for entry in 0..<delta.count(of: .levelRows) where delta.int(.levelRows, entry) == row {
      element.level = delta.int(.levelNumbers, entry)
      let state = Waist.Disclosure(rawValue: UInt8(delta.int(.levelStates, entry)))
      element.isExpanded = state == .childless ? nil : state == .expanded
    }
    for entry in 0..<delta.count(of: .lookRows) where delta.int(.lookRows, entry) == row {
      delta.look(entry, isStart: false, &element.look)
    }
    for entry in 0..<delta.count(of: .pinRows) where delta.int(.pinRows, entry) == row {
      element.look.pins = "\(Waist.Edge(rawValue: UInt32(delta.int(.pinEdges, entry)))!)"
      let range = delta.numbers(.pinRanges, entry)
      ranges[key] = range[0]...range[1]
    }
    for entry in 0..<delta.count(of: .textRows) where delta.int(.textRows, entry) == row {
      let ends = delta.numbers(.textEnds, entry).map { Int($0) }
      let start = entry == 0 ? 0 : Int(delta.numbers(.textEnds, entry - 1)[2])
      let id = delta.text(.text, from: start, to: ends[0])
      element.id = id.isEmpty ? nil : id
      let content = delta.text(.text, from: ends[1], to: ends[2])
      element.content = content.isEmpty ? nil : content
    }
    elements[key] = element
    if has(.held) { held = key }
    return has(.held)
  }
}

extension ReadDelta {
  /// Reads a look at the end, or at the start of an animation, into another one.
  func look(_ entry: Int, isStart: Bool, _ look: inout PageLook) {
    let mask = UInt32(int(.lookMasks, entry))
    func has(_ flag: Waist.LookFlag) -> Bool { mask & flag.bit != 0 }
    guard has(.start) == isStart, !has(.end) else { return }
    var rest = numbers(.lookNumbers, entry)[...]
    for declaration in PageLook.attributes {
      let own = rest.prefix(declaration.width)
      rest = rest.dropFirst(declaration.width)
      if let flag = declaration.attribute.lookFlag, mask & 1 << UInt32(flag) != 0 {
        look.values["\(declaration.attribute.name)"] = Array(own)
      }
    }
    #expect(rest.isEmpty)
  }
}

extension Rect {
  init(_ numbers: [Double]) { self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]) }
}
