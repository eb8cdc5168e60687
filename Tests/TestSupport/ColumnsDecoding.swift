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
    element["zIndex"] = sparse("zIndex", row, width: 1)?.first
    element["alpha"] = sparse("alpha", row, width: 1)?.first
    element["transform"] = sparse("transform", row, width: 6).map { .array($0) }
    element["transform3D"] = sparse("transform3D", row, width: 16).map { .array($0) }
    if place("hidden", row) != nil { element["hidden"] = true }
    if place("estimated", row) != nil { element["estimated"] = true }
    if let edge = sparse("pins", row, width: 1)?.first?.int, edge == 0 || edge == 1 {
      element["pins"] = edge == 0 ? "start" : "end"
    }
    if place("pinned", row) != nil { element["pinned"] = true }
    return element
  }

  private func place(_ name: String, _ row: Int) -> Int? {
    columns[name]?["rows"]?.elements?.firstIndex(of: .number(Double(row)))
  }

  private func sparse(_ name: String, _ row: Int, width: Int) -> [JSONTree]? {
    guard let place = place(name, row), let values = columns[name]?["values"]?.elements else { return nil }
    return Array(values[place * width..<(place + 1) * width])
  }
}
