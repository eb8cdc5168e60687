import TestSupport
import Testing

/// The rules of docs/openapi/README.md that let tools of other makers read openapi.yaml.
struct OpenAPIRulesTests {
  private let document: OpenAPIDocument

  init() throws { document = try OpenAPIDocument() }

  private var schemas: [String: JSONTree] { document.root.at("/components/schemas")?.members ?? [:] }

  /// Calls `body` with every value of the document but for the values of examples, and with the steps to it.
  private func visit(_ body: (JSONTree, [String]) -> Void) {
    func visit(_ value: JSONTree, _ steps: [String]) {
      if steps.last == "value", steps.count > 2, steps[steps.count - 3] == "examples" { return }
      body(value, steps)
      for (name, member) in value.members ?? [:] { visit(member, steps + [name]) }
      for (index, element) in (value.elements ?? []).enumerated() { visit(element, steps + ["\(index)"]) }
    }
    visit(document.root, [])
  }

  /// Calls `body` with every schema in the schemas of the document, but for those that are conditions.
  private func visitSchemas(_ body: (JSONTree, _ steps: [String]) -> Void) {
    func visit(_ schema: JSONTree, _ steps: [String]) {
      body(schema, steps)
      for key in ["items", "additionalProperties"] where schema[key]?.members != nil {
        visit(schema[key]!, steps + [key])
      }
      for key in ["oneOf", "anyOf", "allOf", "prefixItems"] {
        for (index, part) in (schema[key]?.elements ?? []).enumerated() {
          visit(part, steps + [key, "\(index)"])
        }
      }
      for (name, property) in schema["properties"]?.members ?? [:] {
        visit(property, steps + ["properties", name])
      }
    }
    for (name, schema) in schemas { visit(schema, [name]) }
  }

  @Test func `every reference leads to a named component`() {
    var count = 0
    visit { value, steps in
      guard let target = value["$ref"]?.string else { return }
      count += 1
      #expect(target.split(separator: "/").count == 4, "\(steps) refers into a component: \(target)")
      #expect(
        target.hasPrefix("#/components/") && document.root.at(String(target.dropFirst())) != nil, "\(target)")
    }
    #expect(count > 1000)
  }

  @Test func `every component is used`() {
    var used: Set<String> = []
    visit { value, _ in if let target = value["$ref"]?.string { used.insert(target) } }
    for (group, components) in document.root["components"]?.members ?? [:] where group != "securitySchemes" {
      for name in components.members?.keys.map({ $0 }) ?? [] {
        #expect(used.contains("#/components/\(group)/\(name)"), "\(group)/\(name)")
      }
    }
  }

  @Test func `the title of a schema is its name`() {
    for (name, schema) in schemas {
      #expect(schema["title"]?.string == name)
      #expect(schema["description"]?.string?.isEmpty == false, "\(name)")
    }
  }

  @Test func `alternatives are schemas with a name, or have a title of their own`() {
    var titles: Set<String> = Set(schemas.keys)
    visitSchemas { schema, steps in
      // Alternatives of required members have no types of their own.
      guard schema["properties"] == nil else { return }
      for alternative in (schema["oneOf"]?.elements ?? []) + (schema["anyOf"]?.elements ?? [])
      where alternative["$ref"] == nil {
        let title = alternative["title"]?.string ?? ""
        #expect(title.isEmpty == false, "\(steps)")
        #expect(titles.insert(title).inserted, "two schemas have the title \(title)")
      }
    }
  }

  @Test func `every object with properties is a schema of its own`() {
    visitSchemas { schema, steps in
      if schema["properties"] != nil { #expect(steps.count == 1, "\(steps)") }
    }
    visit { value, steps in
      if steps.last == "schema" { #expect(value["properties"] == nil && value["oneOf"] == nil, "\(steps)") }
    }
  }

  @Test func `every property and every parameter has a description`() {
    var count = 0
    visitSchemas { schema, steps in
      for (name, property) in schema["properties"]?.members ?? [:] {
        count += 1
        #expect(property["description"]?.string?.isEmpty == false, "\(steps) \(name)")
      }
    }
    #expect(count > 500)
    for operation in document.operations {
      for parameter in operation.value["parameters"]?.elements ?? [] {
        let resolved = document.resolved(parameter)
        #expect(resolved["description"]?.string?.isEmpty == false, "\(operation.id) \(resolved)")
      }
      #expect(operation.value["summary"]?.string?.isEmpty == false)
      #expect(!operation.id.isEmpty)
    }
  }

  @Test func `a constant has a type and an enumeration of one value`() {
    var count = 0
    visit { value, steps in
      guard let constant = value["const"] else { return }
      count += 1
      #expect(value["type"] == "string" && value["enum"] == [constant], "\(steps)")
    }
    #expect(count > 13)
  }

  @Test func `a default is a value of one type, and no list or object`() {
    var count = 0
    visitSchemas { schema, steps in
      for (name, property) in schema["properties"]?.members ?? [:] {
        guard let value = property["default"] else { continue }
        count += 1
        #expect(value.elements == nil && value.members == nil, "\(steps) \(name)")
        let target = document.resolved(property)
        #expect(target["oneOf"] == nil && target["anyOf"] == nil, "\(steps) \(name)")
      }
    }
    #expect(count > 100)
  }

  @Test func `a schema to which a property with a description refers has no condition of its own`() {
    // openapi-generator takes such a property for any value, and sends null in place of none.
    visitSchemas { schema, steps in
      for (name, property) in schema["properties"]?.members ?? [:] where property["$ref"] != nil {
        let isRequired = schema["required"]?.elements?.contains(.string(name)) == true
        #expect(document.resolved(property)["if"] == nil || isRequired, "\(steps) \(name)")
      }
    }
  }

  @Test func `integers beyond 32 bits say so`() {
    visit { value, steps in
      guard value["type"] == "integer", let maximum = value["maximum"]?.number else { return }
      #expect(maximum <= 2_147_483_647 || value["format"] == "int64", "\(steps)")
    }
  }

  @Test func `a list ends by its greatest number of items`() {
    visit { value, steps in
      #expect(value["items"] != false, "\(steps)")
      if value["prefixItems"]?.elements != nil { #expect(value["maxItems"] != nil, "\(steps)") }
    }
  }

  @Test func `a description stands beside its reference`() {
    visit { value, steps in
      if let parts = value["allOf"]?.elements { #expect(parts.count > 1, "\(steps)") }
    }
  }

  @Test func `the parameters of an operation have names of their own`() {
    for operation in document.operations {
      let names = (operation.value["parameters"]?.elements ?? []).map {
        document.resolved($0)["name"]?.string
      }
      #expect(Set(names).count == names.count, "\(operation.id)")
      for name in operation.path.split(separator: "/").filter({ $0.hasPrefix("{") }) {
        #expect(names.contains(String(name.dropFirst().dropLast())), "\(operation.id) has no \(name)")
      }
    }
  }

  @Test func `headers and queries have no examples, which tools would send with every request`() {
    for operation in document.operations {
      for parameter in operation.value["parameters"]?.elements ?? [] {
        let resolved = document.resolved(parameter)
        guard resolved["in"] != "path" else { continue }
        #expect(resolved["example"] == nil && resolved["examples"] == nil, "\(operation.id) \(resolved)")
      }
    }
  }

  @Test func `links lead from an operation to parameters of another`() {
    let operations = document.operations
    for (name, link) in document.root.at("/components/links")?.members ?? [:] {
      let target = operations.first { $0.id == link["operationId"]?.string }
      let names = (target?.value["parameters"]?.elements ?? []).map { document.resolved($0)["name"]?.string }
      #expect(!names.isEmpty, "\(name)")
      for parameter in link["parameters"]?.members?.keys.map({ $0 }) ?? [] {
        #expect(names.contains(parameter), "\(name): \(parameter)")
      }
    }
  }

  @Test func `an operation documents every status that any request can get`() {
    let always = ["400", "405", "408", "413", "414", "415", "431", "505"]
    let computing = ["401", "429", "500", "503", "504"]
    for operation in document.operations {
      let statuses = operation.value["responses"]?.members ?? [:]
      let isComputed = operation.path.hasPrefix("/v1/")
      for status in always + (isComputed ? computing : []) {
        #expect(statuses[status] != nil, "\(operation.id) has no \(status)")
      }
    }
  }

  @Test func `nothing in the document is for its tests alone`() {
    visit { value, steps in
      for name in value.members?.keys.map({ $0 }) ?? [] {
        #expect(!name.hasPrefix("x-") || name == "x-extensible-enum", "\(steps) \(name)")
      }
    }
  }
}
