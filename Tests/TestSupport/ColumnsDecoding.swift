/// Turns the columns of a response back into its objects, so that tests can compare the formats.
extension JSONTree {
  /// The objects format of a response in the columns format, read by the schema `LayoutColumns`.
  public func objectsFromColumns() throws -> JSONTree {
    guard let columns = self["attributes"], let count = columns["count"]?.int else {
      throw UnreadableTree(value: "no columns")
    }
    let reader = ColumnReader(columns: columns)
    var elements: [JSONTree] = []
    for row in 0..<count { elements.append(try reader.element(row)) }
    var response = self
    response["attributes"] = .array(elements)
    return response
  }
}

private struct ColumnReader {
  let columns: JSONTree

  func element(_ row: Int) throws -> JSONTree {
    guard let category = columns["categories"]?[row]?.int, let kind = columns["kinds"]?[row]?.int,
      let section = columns["sections"]?[row], let item = columns["items"]?[row],
      (0..<3).contains(category)
    else { throw UnreadableTree(value: "row \(row)") }
    let numbers = (0..<4).compactMap { columns["frames"]?[row * 4 + $0] }
    guard numbers.count == 4 else { throw UnreadableTree(value: "frame \(row)") }
    var element: JSONTree = [
      "category": .string(["cell", "supplementary", "decoration"][category]),
      "indexPath": [section, item],
      "frame": ["x": numbers[0], "y": numbers[1], "width": numbers[2], "height": numbers[3]],
    ]
    if kind >= 0 { element["kind"] = columns["kindNames"]?[kind] }
    if let id = columns["ids"]?[row], id != .null { element["id"] = id }
    for (name, column) in columns.members ?? [:] {
      if let value = Self.value(of: column, row) { element[name] = value }
    }
    if let flag = element["isExpanded"]?.int { element["isExpanded"] = .bool(flag == 1) }
    if let edge = element["pins"]?.int {
      guard edge == 0 || edge == 1 else { throw UnreadableTree(value: "edge \(edge)") }
      element["pins"] = edge == 0 ? "start" : "end"
    }
    return element
  }

  /// The value that a sparse column has for a row; nil if it has none. A column without values is one of flags.
  private static func value(of column: JSONTree, _ row: Int) -> JSONTree? {
    guard let rows = column["rows"]?.elements, let place = rows.firstIndex(of: .number(Double(row))) else {
      return nil
    }
    guard let values = column["values"]?.elements else { return true }
    let width = values.count / rows.count
    let own = Array(values[place * width..<(place + 1) * width])
    return width == 1 ? own[0] : .array(own)
  }
}
