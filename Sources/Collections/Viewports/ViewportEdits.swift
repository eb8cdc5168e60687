/// The viewports that a step adds or removes.
public struct ViewportEdits: Hashable, Sendable {
  public internal(set) var added: String?
  public internal(set) var removed: [String] = []

  public var isEmpty: Bool { added == nil && removed.isEmpty }
}
