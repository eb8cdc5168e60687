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
  /// Reads the members `template` and `content` of an item or a view; nil if it has no template.
  package func content(_ content: JSONValue?, for template: JSONValue?) -> Content? {
    contents.content(content, for: template, self)
  }
}
