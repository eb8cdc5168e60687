import CollectionModel
import JSON
import LayoutEngine

// A page measures no text: these take the places of the service's types that do.

/// The templates of a description, which a page cannot have.
struct TemplateSet {
  static let builtInOnly = TemplateSet()

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
    if template != nil {
      at("template") { fault("content needs the service: \(Self.remedy)") }
    } else if content != nil {
      at("content") { fault("content requires a template; name one with \"template\"") }
    }
    return nil
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
  func templates() throws(Problem) -> TemplateSet { .builtInOnly }

  func measuring(_ measurer: ContentMeasurer) throws(Problem) -> MeasureContent<Problem> {
    { (elements, container) throws(Problem) in [] }
  }
}
