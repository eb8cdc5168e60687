/// A rect seen from the scroll direction: `along` and `length` run with it, `across` and `breadth` over it.
struct AxialRect: Hashable, Sendable {
  var along: Double
  var across: Double
  var length: Double
  var breadth: Double

  var end: Double { along + length }

  func widened(by distance: Double) -> AxialRect {
    AxialRect(
      along: along - distance, across: across - distance, length: length + 2 * distance,
      breadth: breadth + 2 * distance)
  }
}

/// Insets seen from the scroll direction.
struct AxialInsets: Hashable, Sendable {
  /// At the start and at the end of the scroll direction.
  var before, after: Double
  /// At the two sides across it.
  var leading, trailing: Double

  static let zero = AxialInsets(before: 0, after: 0, leading: 0, trailing: 0)
}
