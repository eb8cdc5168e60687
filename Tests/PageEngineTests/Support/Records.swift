import LayoutEngine
import TestSupport

@testable import PageEngine

/// Writes records as a page does.
enum Records {
  static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  static func set(_ number: Int, at offset: Int, in bytes: inout [UInt8]) {
    bytes.replaceSubrange(offset..<offset + 4, with: little(Int32(truncatingIfNeeded: number)))
  }

  /// The record of a move with other members of its body.
  static func move(
    _ json: JSONTree? = nil, anchor: (form: Waist.Anchor, target: [Int]) = (.automatic, [0, 0, 0]),
    goal: (target: [Int], position: Int)? = nil, id: String = "move"
  ) -> [UInt8] {
    let text = Array(id.utf8)
    let body = json.map { Array($0.description.utf8) } ?? []
    var bytes = [UInt8](repeating: 0, count: Waist.Move.size) + text + body
    func set(_ number: Int, _ field: Waist.Move, _ index: Int = 0) {
      Records.set(number, at: field.rawValue + 4 * index, in: &bytes)
    }
    set(Int(Waist.digest), .digest)
    set(bytes.count, .bytes)
    set(Int(anchor.form.rawValue), .anchor)
    for (index, number) in anchor.target.enumerated() { set(number, .anchorTarget, index) }
    if let goal {
      set(1, .goal)
      for (index, number) in goal.target.enumerated() { set(number, .goalTarget, index) }
      set(goal.position, .goalPosition)
    }
    set(text.count, .textBytes)
    set(body.count, .jsonBytes)
    set(text.count, .requestID)
    return bytes
  }

  /// The record of a change whose body is JSON.
  static func body(_ json: [UInt8], _ kind: PageRequest.Kind = .updates, id: String = "change") -> [UInt8] {
    BatchRecord(id: id).bytes(json: json, kind)
  }
}

/// A batch as numbers.
struct BatchRecord {
  private var operations: [Int32] = []
  private var targets: [Int32] = []
  private var spans: [Int32] = []
  private var sizes: [Double] = []
  private var text: [UInt8]
  private let idLength: Int
  var anchor: (form: Waist.Anchor, target: [Int]) = (.automatic, [0, 0, 0])

  init(id: String = "change") {
    text = Array(id.utf8)
    idLength = text.count
  }

  enum Name {
    case key(Int)
    case path(Int, Int)
    case id(String)
    case section(Int)
    case sectionID(String)
  }

  struct NewItem {
    var id: String?
    var size: Size?
    var template: String?
    var content: String?
  }

  private mutating func span(_ own: String?) -> [Int32] {
    guard let own else { return [-1, -1] }
    let start = text.count
    text += Array(own.utf8)
    return [Int32(start), Int32(text.count)]
  }

  mutating func target(_ name: Name) -> [Int32] {
    switch name {
    case .key(let key): [0, Int32(key), 0]
    case .path(let section, let item): [1, Int32(section), Int32(item)]
    case .id(let id): [2] + span(id)
    case .section(let number): [3, Int32(number), 0]
    case .sectionID(let id): [4] + span(id)
    }
  }

  mutating func add(
    _ operation: Waist.Operation, _ names: [Name], _ place: Waist.Place = .paths, beside: Name? = nil,
    items: [NewItem]? = nil, animation: Int = 0
  ) {
    let first = targets.count / 3
    for name in names { targets += target(name) }
    var besideTarget = -1
    if let beside {
      besideTarget = targets.count / 3
      targets += target(beside)
    }
    let firstItem = spans.count / 6
    for item in items ?? [] {
      spans += span(item.id) + span(item.template) + span(item.content)
      sizes += [item.size?.width ?? .nan, item.size?.height ?? .nan]
    }
    operations += [
      operation.rawValue, Int32(animation), place.rawValue, Int32(besideTarget), Int32(first),
      Int32(names.count), items == nil ? -1 : Int32(firstItem), Int32(items?.count ?? 0),
    ]
  }

  func bytes(json: [UInt8] = [], _ kind: PageRequest.Kind = .updates) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Waist.Batch.size)
    func pad() { bytes += [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8) }
    for column in [operations, targets, spans] {
      pad()
      for number in column { bytes += Records.little(number) }
    }
    pad()
    for size in sizes { bytes += Records.little(size.bitPattern) }
    pad()
    bytes += text
    pad()
    bytes += json
    pad()
    func set(_ number: Int, _ field: Waist.Batch, _ index: Int = 0) {
      Records.set(number, at: field.rawValue + 4 * index, in: &bytes)
    }
    set(Int(Waist.digest), .digest)
    set(bytes.count, .bytes)
    set(kind.rawValue, .kind)
    set(Int(anchor.form.rawValue), .anchor)
    for (index, number) in anchor.target.enumerated() { set(number, .anchorTarget, index) }
    set(idLength, .requestID)
    set(operations.count / 8, .operations)
    set(targets.count / 3, .targets)
    set(spans.count / 6, .items)
    set(text.count, .textBytes)
    set(json.count, .jsonBytes)
    return bytes
  }
}
