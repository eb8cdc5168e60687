import JSON
import LayoutEngine

/// Reads the templates of a body, and the contents of its elements. Each description has a reader of its own.
package protocol ContentReading: AnyObject {
  /// The templates as JSON text, as a stored collection has them; empty if there are none.
  var templatesText: [UInt8] { get }

  /// Reads the templates that elements refer to by name.
  func takeTemplates(_ value: JSONValue, _ context: DecodingContext)

  /// Reads the members `template` and `content` of an item or a view; nil if there is no template, or an error.
  func content(_ content: JSONValue?, for template: JSONValue?, _ context: DecodingContext) -> Content?

  /// Returns the content of an item in its usual form; nil if it has another form, or errors.
  ///
  /// - Parameters:
  ///   - template: the place of the template's name in the record.
  ///   - content: the place of the content in the record.
  func plainContent(
    of item: borrowing JSONRecord, template: Int, content: Int, _ context: DecodingContext
  ) -> Content?
}

extension DecodingContext {
  /// The most bytes of the content of an item without a template, as JSON text that a client sends.
  package static let pageContentLimit = 65_536

  /// Reads the members `template` and `content` of a view; nil if it has no template.
  package func content(_ content: JSONValue?, for template: JSONValue?) -> Content? {
    contents.content(content, for: template, self)
  }

  /// Reads the members `template` and `content` of an item; nil if it has neither.
  package func itemContent(_ content: JSONValue?, for template: JSONValue?) -> Content? {
    guard template == nil, let content else { return self.content(content, for: template) }
    return at("content") { pageContent(content) }
  }

  /// Reads the content of an item without a template: any JSON, for the pages that show it.
  private func pageContent(_ value: JSONValue) -> Content? {
    let length = value.writtenLength
    guard length <= Self.pageContentLimit else {
      fault("content without a template has at most \(Self.pageContentLimit) bytes; this has \(length)")
      return nil
    }
    return Content(ofPage: value.text)
  }
}
