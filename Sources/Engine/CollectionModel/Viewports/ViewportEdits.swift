/// The viewports that a step adds, changes or removes.
public struct ViewportEdits: Hashable, Sendable {
  /// The name of the viewport that the step adds; nil if it adds none.
  public internal(set) var added: String?
  /// The names of the viewports that the step removes.
  public internal(set) var removed: [String] = []
  /// The viewport that was added, or has another container, layout, overscan or policy: a journal stores it with the step.
  package internal(set) var defined: String?

  /// Whether the collection has the same names of viewports as before.
  public var isEmpty: Bool { added == nil && removed.isEmpty }
}
