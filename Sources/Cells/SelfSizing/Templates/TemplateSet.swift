/// The templates of a collection by name, including the built-in ones.
package final class TemplateSet: Sendable {
  /// The JSON text from which the client's templates were decoded; empty if there are none.
  package let jsonText: [UInt8]
  private let templates: [String: CellTemplate]

  /// The templates that every collection has.
  package static let builtIn = ["text": CellTemplate.text]

  /// The set without templates of the client.
  package static let builtInOnly = TemplateSet([:], jsonText: [])

  /// Creates the set of a client's templates, which have a JSON text, and the built-in ones.
  ///
  /// - Parameter templates: the client's; none has the name of a built-in template.
  package init(_ templates: [String: CellTemplate], jsonText: [UInt8]) {
    self.jsonText = jsonText
    var all = templates
    for (name, template) in Self.builtIn { all[name] = template }
    self.templates = all
  }

  /// The template of a name; nil if there is none.
  package subscript(name: String) -> CellTemplate? { templates[name] }

  /// The names of all templates, sorted.
  package var names: [String] { templates.keys.sorted() }
}
