/// A layout cannot be computed from the client's parameters: a formula has no result for some item.
public struct LayoutError: Error, Hashable, Sendable {
  /// The member of the layout's parameters concerned, one name or index a step.
  public var parameter: [String]
  /// The item concerned; nil if it is none in particular.
  public var indexPath: IndexPath?
  /// The problem, in a sentence for the client.
  public var detail: String
  /// The number of characters before the error in the parameter's text, if it is a text.
  public var offset: Int?

  /// Creates an error with its sentence for the client.
  public init(parameter: [String], indexPath: IndexPath?, detail: String, offset: Int? = nil) {
    self.parameter = parameter
    self.indexPath = indexPath
    self.detail = detail
    self.offset = offset
  }
}

extension LayoutError {
  /// The error of a layout that nothing waits for any more.
  static let cancelled = LayoutError(parameter: [], indexPath: nil, detail: "the layout was cancelled")
}
