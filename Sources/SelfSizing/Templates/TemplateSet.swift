/// The templates of a collection by name, including the built-in ones.
public final class TemplateSet: Sendable {
  /// The JSON text from which the client's templates were decoded; empty if there are none.
  public let jsonText: [UInt8]
  private let templates: [String: CellTemplate]

  /// The templates that every collection has.
  public static let builtIn = ["text": CellTemplate.text]

  /// The set without templates of the client.
  public static let builtInOnly = TemplateSet([:], jsonText: [])

  /// - Parameter templates: the client's; none has the name of a built-in template.
  public init(_ templates: [String: CellTemplate], jsonText: [UInt8]) {
    self.jsonText = jsonText
    self.templates = templates.merging(Self.builtIn) { own, _ in own }
  }

  public subscript(name: String) -> CellTemplate? { templates[name] }

  /// The names of all templates, sorted.
  public var names: [String] { templates.keys.sorted() }
}
