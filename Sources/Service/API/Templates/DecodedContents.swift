import JSON
import LayoutEngine
import SelfSizing
import Templates
import Wire

/// Contents that were decoded with the body of a request: measuring uses them and parses no JSON text again.
///
/// It lives as long as its request. An item stores its content as JSON text, which takes less memory and is the key of
/// known sizes.
struct DecodedContents: Sendable {
  private var contents: [ObjectIdentifier: (content: Content, views: [ViewContent])] = [:]

  /// The largest number of decoded contents in a description: far more than a viewport shows.
  private static let limit = 4096

  /// Whether more contents can be added.
  var hasRoom: Bool { contents.count < Self.limit }

  mutating func add(_ views: [ViewContent], of content: Content) {
    if hasRoom { contents[ObjectIdentifier(content)] = (content, views) }
  }

  /// Returns the contents of a template's views: those decoded with the body, or read from the content's JSON text.
  ///
  /// - Throws: `invalidRequest` for text that is not a content of the template.
  func read(_ content: Content, for template: CellTemplate) throws(Problem) -> [ViewContent] {
    if let known = contents[ObjectIdentifier(content)] { return known.views }
    if content.jsonText.isEmpty {
      return [ViewContent](repeating: ViewContent(), count: template.views.count)
    }
    return try DecodingContext.read(content.jsonText, limits: .unlimited, isCancelled: { false }) {
      root, context in
      context.viewContents(root, of: template)
    }
  }
}
