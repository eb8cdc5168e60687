import Foundation

/// Reads the binary format, by the schema `LayoutBinary` of openapi.yaml and nothing else.
public struct BinaryResponse {
  private let bytes: [UInt8]
  public let count: Int
  public private(set) var columns: [Column] = []

  public struct Column {
    public var id: Int
    public var type: Int
    public var offset: Int
    public var count: Int

    var width: Int { [1: 1, 2: 4, 3: 8][type] ?? 0 }
  }

  public init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    guard bytes.count >= 64, bytes[..<8].elementsEqual("TESSERA1".utf8) else {
      throw UnreadableTree(value: "header")
    }
    count = Int(Self.integer(bytes, 8, 4))
    guard bytes[48..<64].allSatisfy({ $0 == 0 }) else { throw UnreadableTree(value: "reserved bytes") }
    for index in 0..<Int(Self.integer(bytes, 12, 4)) {
      let entry = 64 + index * 24
      let column = Column(
        id: Int(Self.integer(bytes, entry, 4)), type: Int(Self.integer(bytes, entry + 4, 4)),
        offset: Int(Self.integer(bytes, entry + 8, 8)), count: Int(Self.integer(bytes, entry + 16, 8)))
      guard column.offset % 8 == 0, column.width > 0,
        column.offset + column.count * column.width <= bytes.count
      else { throw UnreadableTree(value: "column \(column)") }
      columns.append(column)
    }
    guard columns.map(\.id) == columns.map(\.id).sorted() else {
      throw UnreadableTree(value: "order of columns")
    }
  }

  /// The same response in the columns format.
  public func columnsForm() throws -> JSONTree {
    let start = Int(Self.integer(bytes, 32, 8)), length = Int(Self.integer(bytes, 40, 8))
    guard start % 8 == 0, start + length == bytes.count else { throw UnreadableTree(value: "JSON block") }
    let block = try JSONTree(parsing: bytes[start..<start + length])
    var attributes: JSONTree = ["count": .number(Double(count)), "kindNames": block["kindNames"] ?? nil]
    if let ids = block["ids"] { attributes["ids"] = ids }
    for (id, name) in [(1, "categories"), (2, "kinds"), (3, "sections"), (4, "items"), (5, "frames")] {
      attributes[name] = .array(try numbers(id))
    }
    for (id, name, hasValues) in try Self.sparseColumns() + Self.outlineColumns()
    where columns.contains(where: { $0.id == id }) {
      attributes[name] = ["rows": .array(try numbers(id))]
      if hasValues { attributes[name]?["values"] = .array(try numbers(id + 1)) }
    }
    var response: JSONTree = [
      "contentSize": ["width": .number(Self.float(bytes, 16)), "height": .number(Self.float(bytes, 24))],
      "attributes": attributes,
    ]
    if let target = block["targetContentOffset"] { response["targetContentOffset"] = target }
    if let warnings = block["warnings"] { response["warnings"] = warnings }
    if let sections = block["orthogonalSections"] { response["orthogonalSections"] = sections }
    return response
  }

  /// The sparse columns in the table of the schema: the number of the rows, the name, and whether values follow.
  public static func sparseColumns() throws -> [(id: Int, name: String, hasValues: Bool)] {
    try sparseColumns(in: "attributes")
  }

  /// The columns of outlines in the table of the schema.
  private static func outlineColumns() throws -> [(id: Int, name: String, hasValues: Bool)] {
    try sparseColumns(in: "binary")
  }

  private static func sparseColumns(in name: String) throws -> [(id: Int, name: String, hasValues: Bool)] {
    let file = URL(filePath: #filePath).appending(path: "../../../docs/openapi/schemas/\(name).yaml")
    let text = try String(contentsOf: file.standardized, encoding: .utf8)
    let columns = text.matches(of: /\| (\d+) \| (\w+), (rows|values) \|/)
    let values = Set(columns.filter { $0.3 == "values" }.map { String($0.2) })
    return columns.filter { $0.3 == "rows" }.map {
      (Int($0.1) ?? 0, String($0.2), values.contains(String($0.2)))
    }
  }

  private func numbers(_ id: Int) throws -> [JSONTree] {
    guard let column = columns.first(where: { $0.id == id }) else {
      throw UnreadableTree(value: "no column \(id)")
    }
    return (0..<column.count).map { index in
      let place = column.offset + index * column.width
      switch column.type {
      case 1: return .number(Double(bytes[place]))
      case 2: return .number(Double(Int32(truncatingIfNeeded: Self.integer(bytes, place, 4))))
      default: return .number(Self.float(bytes, place))
      }
    }
  }

  private static func integer(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> UInt64 {
    bytes[offset..<offset + size].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func float(_ bytes: [UInt8], _ offset: Int) -> Double {
    Double(bitPattern: integer(bytes, offset, 8))
  }
}
