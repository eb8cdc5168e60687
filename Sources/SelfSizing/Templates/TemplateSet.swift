/// The templates of a collection by their names, the built-in ones too.
public final class TemplateSet: Sendable {
  /// What the client described them with.
  public let jsonText: [UInt8]
  private let templates: [String: CellTemplate]

  /// The templates that are there for everybody.
  public static let builtIn = ["text": CellTemplate.text]

  /// The built-in ones alone.
  public static let builtInOnly = TemplateSet([:], jsonText: [])

  /// - Parameter templates: those of the client; none has a built-in one's name.
  public init(_ templates: [String: CellTemplate], jsonText: [UInt8]) {
    self.jsonText = jsonText
    self.templates = templates.merging(Self.builtIn) { own, _ in own }
  }

  public subscript(name: String) -> CellTemplate? { templates[name] }

  /// The names of all templates, sorted.
  public var names: [String] { templates.keys.sorted() }
}
