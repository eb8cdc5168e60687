import TestSupport
import Testing

/// Whether openapi.yaml lets later releases add to responses, and refuses unknown members in requests.
struct OpenAPIGrowthTests {
  private let document: OpenAPIDocument

  init() throws { document = try OpenAPIDocument() }

  /// The schemas that docs/versioning.md promises not to extend.
  private static let fixed: Set = ["SizeObject", "PointObject", "Frame", "InsetsObject"]

  /// The parts of the document that a part leads to, itself included, with the name of the component of each.
  ///
  /// - Parameter endsAtLaterForms: Whether to leave out an `anyOf` that also takes forms of later releases.
  private func parts(of starts: [JSONTree], endsAtLaterForms: Bool) -> [(component: String, part: JSONTree)] {
    var found: [(component: String, part: JSONTree)] = []
    var seen: Set<String> = []
    var waiting = starts.map { (component: "", part: $0) }
    while let (component, part) = waiting.popLast() {
      if endsAtLaterForms, (part["anyOf"]?.elements ?? []).contains(where: isLaterForm) { continue }
      found.append((component, part))
      if let target = part["$ref"]?.string, seen.insert(target).inserted {
        waiting.append((String(target.split(separator: "/").last ?? ""), document.resolved(part)))
      }
      for (name, member) in part.members ?? [:] where name != "examples" {
        waiting.append((component, member))
      }
      for element in part.elements ?? [] { waiting.append((component, element)) }
    }
    return found
  }

  /// Whether an alternative takes any object, or any value.
  private func isLaterForm(_ alternative: JSONTree) -> Bool {
    let schema = document.resolved(alternative)
    let isRestricted = ["type", "anyOf", "oneOf", "required"].contains { schema[$0] != nil }
    return schema["additionalProperties"] == true || !isRestricted
  }

  private var responses: [(component: String, part: JSONTree)] {
    parts(of: document.operations.compactMap { $0.value["responses"] }, endsAtLaterForms: true)
  }

  @Test func `a response may get members`() {
    let described = responses.filter { $0.part["properties"]?.members != nil }
    #expect(described.count > 50)
    for (component, schema) in described where !Self.fixed.contains(component) {
      #expect(schema["additionalProperties"] == nil, "\(component)")
    }
  }

  @Test func `a value in a response may get others`() {
    var count = 0
    for (component, schema) in responses {
      if schema["x-extensible-enum"] != nil { count += 1 }
      #expect(schema["enum"] == nil || schema["const"] != nil, "\(component) \(schema)")
    }
    #expect(count > 20)
  }

  @Test func `growing values are strings or numbers`() {
    for (component, schema) in parts(of: [document.root], endsAtLaterForms: false) {
      guard let values = schema["x-extensible-enum"]?.elements else { continue }
      #expect(schema["type"] == "string" || schema["type"] == "integer", "\(component)")
      #expect(!values.isEmpty && schema["enum"] == nil, "\(component)")
    }
  }

  @Test func `a request has the members that its schema describes, and no others`() {
    let bodies = document.operations.compactMap { $0.value["requestBody"] }
    let described = parts(of: bodies, endsAtLaterForms: false).filter {
      $0.part["type"] == "object" && $0.part["properties"]?.members != nil
    }
    #expect(described.count > 100)
    for (component, schema) in described {
      #expect(schema["additionalProperties"] == false, "\(component)")
    }
  }

  @Test func `a request takes the values that its schema lists, and no others`() {
    let bodies = document.operations.compactMap { $0.value["requestBody"] }
    for (component, schema) in parts(of: bodies, endsAtLaterForms: false) {
      #expect(schema["x-extensible-enum"] == nil, "\(component)")
    }
  }
}
