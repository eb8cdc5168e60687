/// What an element shows, from which its size can be measured; layouts only pass it on.
public final class Content: Sendable {
  /// The template that it is made for.
  public let template: String
  /// What the views show, in the words of whoever described it.
  public let jsonText: [UInt8]

  public init(template: String, jsonText: [UInt8]) {
    self.template = template
    self.jsonText = jsonText
  }
}

extension Content: Hashable {
  /// Whether both say the same for the same template.
  ///
  /// - Complexity: O(1) for one object, which versions of a collection share; else O(w) for w words.
  public static func == (a: Content, b: Content) -> Bool {
    a === b || a.template == b.template && a.jsonText == b.jsonText
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(template)
    hasher.combine(jsonText)
  }
}
