import CollectionModel
import JSON
import LayoutEngine

// A page measures no text: these take the places of the service's types that do.

/// The templates that content may name: any, where the service checks them, and none, where there is no service.
struct TemplateSet {
  static let builtInOnly = TemplateSet(hasAny: false)
  static let ofService = TemplateSet(hasAny: true)

  let hasAny: Bool

  var jsonText: [UInt8] { [] }
}

/// The contents that have been decoded, for measuring: none.
struct DecodedContents {}

/// Reads no content: an item that has some is left to `DecodingContext.content`.
struct PlainContents {
  func read(
    _ item: borrowing JSONRecord, template: Int, content: Int, _ context: DecodingContext
  ) -> Content? { nil }

  func keep(_ content: Content, _ context: DecodingContext) {}
}

extension DecodingContext {
  private static let remedy = "a page measures no text; give items sizes or estimates, or ask the service"

  func takeTemplates(_ value: JSONValue) {
    if value.kind == .object {
      if value.count > 0 { fault("templates need the service: \(Self.remedy)") }
    } else {
      let _: Bool? = mismatch(value, "an object of templates, by name")
    }
  }

  /// Reads the members `template` and `content` of an item or a view; nil if it has no template.
  func content(_ content: JSONValue?, for template: JSONValue?) -> Content? {
    guard let template else {
      if content != nil {
        at("content") { fault("content requires a template; name one with \"template\"") }
      }
      return nil
    }
    return at("template") {
      guard templates.hasAny else {
        fault("content needs the service: \(Self.remedy)")
        return nil
      }
      return clientName(template).map { Content(template: $0, jsonText: content?.text ?? []) }
    }
  }
}

/// Measures nothing: elements with content keep the sizes that the service has measured, or their estimates.
struct ContentMeasurer {
  struct Report {
    func warnings(of templates: TemplateSet, at pointer: String?) -> [ContentWarning] { [] }
  }

  let report = Report()

  func reusing(_ decoded: DecodedContents) -> ContentMeasurer { self }
}

extension SolvedCollection {
  func templates() throws(Problem) -> TemplateSet { .ofService }

  func measuring(_ measurer: ContentMeasurer) throws(Problem) -> MeasureContent<Problem> {
    { (elements, container) throws(Problem) in [] }
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
