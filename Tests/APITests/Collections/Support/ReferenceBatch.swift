import TestSupport

/// Applies a batch to a state, both as JSON, in the obvious way: items with a new index path go there, and the others
/// fill the index paths between in their order.
struct ReferenceBatch {
  private var deletedItems: Set<[Int]> = []
  private var replacedItems: [[Int]: JSONTree] = [:]
  private var insertedItems: [[Int]: JSONTree] = [:]
  private var movedItems: [[Int]: [Int]] = [:]
  private var deletedSections: Set<Int> = []
  private var insertedSections: [Int: JSONTree] = [:]
  private var reloadedSections: [Int: JSONTree] = [:]
  private var movedSections: [Int: Int] = [:]

  /// - Parameter operations: operations that do not contradict each other, with index paths and no ids.
  init(_ operations: [JSONTree]) {
    for operation in operations { read(operation) }
  }

  private mutating func read(_ operation: JSONTree) {
    let at = operation["at"]?.elements ?? []
    let paths = at.map { $0.elements?.compactMap(\.int) ?? [] }
    let places = at.compactMap(\.int)
    let items = operation["items"]?.elements
    let sections = operation["sections"]?.elements ?? []
    switch operation["op"]?.string {
    case "deleteItems": deletedItems.formUnion(paths)
    case "insertItems": for (path, item) in zip(paths, items!) { insertedItems[path] = item }
    case "reloadItems", "reconfigureItems":
      for (path, item) in zip(paths, items ?? []) { replacedItems[path] = item }
    case "moveItem": movedItems[Self.path(operation["from"])] = Self.path(operation["to"])
    case "deleteSections": deletedSections.formUnion(places)
    case "insertSections": for (place, section) in zip(places, sections) { insertedSections[place] = section }
    case "reloadSections": for (place, section) in zip(places, sections) { reloadedSections[place] = section }
    default: movedSections[operation["from"]!.int!] = operation["to"]!.int!
    }
  }

  private static func path(_ value: JSONTree?) -> [Int] { value?.elements?.compactMap(\.int) ?? [] }

  func applied(to old: [JSONTree]) -> [JSONTree] {
    var fixed: [Int: (source: Int?, section: JSONTree)] = insertedSections.mapValues { (nil, $0) }
    for (from, to) in movedSections { fixed[to] = (from, old[from]) }
    let staying = old.indices.filter { !deletedSections.contains($0) && movedSections[$0] == nil }
    let sections = Self.fill(fixed, staying.map { (Optional($0), old[$0]) })
    return sections.enumerated().map { place, entry in
      let isKept = entry.source.map { reloadedSections[$0] == nil } ?? false
      var section = isKept ? entry.section : entry.source.map { reloadedSections[$0]! } ?? entry.section
      section["items"] = .array(items(of: section, at: place, from: isKept ? entry.source : nil, old))
      return section
    }
  }

  /// The items of a section after the batch, which has its old ones if it has a source.
  private func items(of section: JSONTree, at place: Int, from source: Int?, _ old: [JSONTree]) -> [JSONTree]
  {
    var fixed: [Int: JSONTree] = [:]
    for (path, item) in insertedItems where path[0] == place { fixed[path[1]] = item }
    var staying = section["items"]!.elements!
    if let source {
      for (from, to) in movedItems where to[0] == place { fixed[to[1]] = item(at: from, old) }
      staying = staying.indices.filter {
        !deletedItems.contains([source, $0]) && movedItems[[source, $0]] == nil
      }
      .map { item(at: [source, $0], old) }
    }
    return Self.fill(fixed, staying)
  }

  private func item(at path: [Int], _ old: [JSONTree]) -> JSONTree {
    replacedItems[path] ?? old[path[0]]["items"]![path[1]]!
  }

  private static func fill<Value>(_ fixed: [Int: Value], _ staying: [Value]) -> [Value] {
    var rest = staying[...]
    return (0..<fixed.count + staying.count).map { fixed[$0] ?? rest.removeFirst() }
  }
}
