/// Why a layout cannot be made of what a client gave: a formula without a result for some item.
public struct LayoutFailure: Error, Hashable, Sendable {
  /// The member of the layout's parameters concerned, one name or index a step.
  public var parameter: [String]
  public var indexPath: IndexPath?
  /// What happened, in words for the client.
  public var detail: String

  public init(parameter: [String], indexPath: IndexPath?, detail: String) {
    self.parameter = parameter
    self.indexPath = indexPath
    self.detail = detail
  }
}
