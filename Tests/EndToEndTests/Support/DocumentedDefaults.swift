import TestSupport

/// The defaults that openapi.yaml documents, written out in a body that leaves them out.
struct DocumentedDefaults {
  let document: OpenAPIDocument
  /// The defaults that were written out: the pointers to their properties.
  private(set) var written: Set<String> = []

  init(_ document: OpenAPIDocument) { self.document = document }

  /// Returns a body with the defaults of its schema.
  ///
  /// - Parameter only: the pointer to the one property whose default is written out; nil for all.
  mutating func filled(_ body: JSONTree, _ schema: JSONTree, only: String? = nil) -> JSONTree {
    filled(body, schema, at: "", only)
  }

  private mutating func filled(
    _ value: JSONTree, _ schema: JSONTree, at pointer: String, _ only: String?
  ) -> JSONTree {
    let (schema, pointer) = resolved(schema, at: pointer)
    var value = value
    for part in schema["allOf"]?.elements ?? [] { value = filled(value, part, at: pointer, only) }
    for name in ["oneOf", "anyOf"] {
      let branches = schema[name]?.elements ?? []
      if let index = branches.firstIndex(where: { fits(value, $0) }) {
        value = filled(value, branches[index], at: "\(pointer)/\(name)/\(index)", only)
      }
    }
    switch value {
    case .array(let elements):
      let first = schema["prefixItems"]?.elements ?? []
      return .array(
        elements.enumerated().map { index, element in
          let own = index < first.count ? first[index] : schema["items"]
          return own.map { filled(element, $0, at: pointer + "/items", only) } ?? element
        })
    case .object(let members):
      return .object(filled(members, schema, at: pointer, only))
    default: return value
    }
  }

  private mutating func filled(
    _ members: [String: JSONTree], _ schema: JSONTree, at pointer: String, _ only: String?
  ) -> [String: JSONTree] {
    let properties = schema["properties"]?.members ?? [:]
    var members = members
    for (name, member) in members {
      guard let own = properties[name] ?? schema["additionalProperties"] else { continue }
      members[name] = filled(member, own, at: "\(pointer)/\(name)", only)
    }
    for (name, property) in properties where members[name] == nil {
      let own = "\(pointer)/\(name)"
      guard let value = defaultValue(of: property), only == nil || only == own else { continue }
      members[name] = value
      written.insert(own)
    }
    return members
  }

  /// The default of a property: its `default`, or JSON in its description where generators have no code for it.
  private func defaultValue(of property: JSONTree) -> JSONTree? {
    let schema = resolved(property, at: "").schema
    if let value = schema["default"] { return value }
    let text = schema["description"]?.string?.firstMatch(of: #/Default: `([^`]*)`/#)?.1
    return text.flatMap { try? JSONTree(parsing: String($0)) }
  }

  /// Follows references; members beside a reference win over those behind it.
  private func resolved(_ schema: JSONTree, at pointer: String) -> (schema: JSONTree, pointer: String) {
    guard let target = schema["$ref"]?.string, var merged = document.resolved(schema).members else {
      return (schema, pointer)
    }
    merged.merge((schema.members ?? [:]).filter { $0.key != "$ref" }) { $1 }
    return resolved(.object(merged), at: target)
  }

  /// Whether a value is of a schema, as far as it takes to choose between branches.
  private func fits(_ value: JSONTree, _ schema: JSONTree) -> Bool {
    let schema = resolved(schema, at: "").schema
    if let constant = schema["const"], constant != value { return false }
    if let choices = schema["enum"]?.elements, !choices.contains(value) { return false }
    if let type = schema["type"], !(type.elements ?? [type]).contains(where: { isOf($0.string, value) }) {
      return false
    }
    if let parts = schema["allOf"]?.elements, !parts.allSatisfy({ fits(value, $0) }) { return false }
    for name in ["oneOf", "anyOf"] {
      if let branches = schema[name]?.elements, !branches.contains(where: { fits(value, $0) }) {
        return false
      }
    }
    switch value {
    case .object(let members): return fits(members, schema)
    case .array(let elements):
      let count = Double(elements.count)
      guard count >= schema["minItems"]?.number ?? 0, count <= schema["maxItems"]?.number ?? .infinity else {
        return false
      }
      let first = schema["prefixItems"]?.elements ?? []
      return elements.enumerated().allSatisfy { index, element in
        (index < first.count ? first[index] : schema["items"]).map { fits(element, $0) } ?? true
      }
    default: return true
    }
  }

  private func fits(_ members: [String: JSONTree], _ schema: JSONTree) -> Bool {
    let required = schema["required"]?.elements?.compactMap(\.string) ?? []
    let others = schema["additionalProperties"]
    return required.allSatisfy { members[$0] != nil }
      && members.allSatisfy { name, member in
        if let own = schema["properties"]?[name] { return fits(member, own) }
        return others != false && (others?.members == nil || fits(member, others!))
      }
  }

  private func isOf(_ type: String?, _ value: JSONTree) -> Bool {
    switch value {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .number(let number): type == "number" || type == "integer" && number == number.rounded()
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }

  /// The pointers to all properties with defaults in the schemas that a schema refers to.
  func all(in schema: JSONTree) -> Set<String> {
    var found: Set<String> = []
    var visited: Set<String> = []
    func visit(_ schema: JSONTree, _ pointer: String) {
      if schema["$ref"] != nil {
        let (target, name) = resolved(schema, at: pointer)
        if visited.insert(name).inserted { visit(target, name) }
        return
      }
      for (name, property) in schema["properties"]?.members ?? [:] {
        if defaultValue(of: property) != nil { found.insert("\(pointer)/\(name)") }
        visit(property, "\(pointer)/\(name)")
      }
      for name in ["allOf", "oneOf", "anyOf", "prefixItems"] {
        for (index, part) in (schema[name]?.elements ?? []).enumerated() {
          visit(part, "\(pointer)/\(name)/\(index)")
        }
      }
      for name in ["items", "additionalProperties"] where schema[name]?.members != nil {
        visit(schema[name]!, name == "items" ? pointer + "/items" : pointer)
      }
    }
    visit(schema, "")
    return found
  }
}
