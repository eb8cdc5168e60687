import CollectionModel
import JSON
import LayoutEngine

/// Contents where no text is measured, as in a page: their JSON text is stored as it is, and elements with content keep
/// the sizes that the service has measured, or their estimates.
package final class OpaqueContents: ContentReading, ContentMeasuring, CollectionMeasuring {
  /// Whether elements may name templates: any, if the service checks them; none, if there is no service.
  private let hasTemplates: Bool

  private static let remedy = "a page measures no text; give items sizes or estimates, or ask the service"

  /// Creates contents; `ofService` says whether they stand for those of a service, which has templates.
  package init(ofService: Bool = false) { hasTemplates = ofService }

  package var templatesText: [UInt8] { [] }

  package func takeTemplates(_ value: JSONValue, _ context: DecodingContext) {
    if value.kind == .object {
      if value.count > 0 { context.fault("templates need the service: \(Self.remedy)") }
    } else {
      let _: Bool? = context.mismatch(value, "an object of templates, by name")
    }
  }

  package func content(
    _ content: JSONValue?, for template: JSONValue?, _ context: DecodingContext
  ) -> Content? {
    guard let template else {
      if content != nil { context.refuseContentWithoutTemplate() }
      return nil
    }
    return context.at("template") {
      guard hasTemplates else {
        context.fault("content needs the service: \(Self.remedy)")
        return nil
      }
      return context.clientName(template).map { Content(template: $0, jsonText: content?.text ?? []) }
    }
  }

  package func plainContent(
    of item: borrowing JSONRecord, template: Int, content: Int, _ context: DecodingContext
  ) -> Content? { nil }

  package func measurer(of collection: SolvedCollection) -> any CollectionMeasuring { self }

  package func reader() -> any ContentReading { OpaqueContents(ofService: true) }

  package func reusing(_ contents: any ContentReading) -> any CollectionMeasuring { self }

  package var measure: MeasureContent<Problem> { { (elements, container) throws(Problem) in [] } }

  package var warnings: [ContentWarning] { [] }
}

extension DecodingContext {
  /// Reports content without a template, of a view or of a cell that is to be measured.
  package func refuseContentWithoutTemplate() {
    at("content") { fault("content requires a template; name one with \"template\"") }
  }
}
