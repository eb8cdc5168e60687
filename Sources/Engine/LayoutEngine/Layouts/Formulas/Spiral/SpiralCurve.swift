import Mathematics

/// Where item `i` stands on a spiral: how far from its centre, and how far around.
struct SpiralCurve: Sendable {
  let kind: SpiralMetrics.Spiral
  let spacing: Double

  /// Points from the centre, and radians from the direction in which the spiral begins.
  struct Place {
    var radius: Double
    var turn: Double
  }

  /// - Complexity: O(1).
  func place(of item: Int) -> Place {
    switch kind {
    case .archimedean: archimedean(item)
    case .fermat: fermat(item)
    }
  }

  /// The angle that divides a turn by the golden ratio.
  static let goldenAngle = Double.pi * (3 - 5.0.squareRoot())

  /// `r = b·u`, with `b` so that arms are `spacing` apart. The first item stands half an arm out, at `u = π`; the
  /// others follow `spacing` apart along the curve, whose length from 0 to `u` is `b/2·(u·√(1 + u²) + asinh u)`.
  private func archimedean(_ item: Int) -> Place {
    let target = SpiralCurve.arc(.pi) + Double(item) * 2 * .pi
    let place = SpiralCurve.turn(ofArc: target)
    return Place(radius: spacing / (2 * .pi) * place, turn: place - .pi)
  }

  /// `r = c·√(i + ½)`, which gives every item the same area; with `c = spacing/√3` neighbours are about
  /// `spacing` apart.
  private func fermat(_ item: Int) -> Place {
    Place(
      radius: spacing * ((Double(item) + 0.5) / 3).squareRoot(),
      turn: Double(item) * SpiralCurve.goldenAngle)
  }

  /// The length of the curve `r = u` from 0 to `u`.
  private static func arc(_ turn: Double) -> Double {
    (turn * (1 + turn * turn).squareRoot() + Mathematics.asinh(turn)) / 2
  }

  /// The `u` to which the curve `r = u` has that length, at least that up to π.
  ///
  /// Newton's steps from above, which come down to the result and double the digits that are right with each;
  /// the curve is longer than `u²/2`, so the start is above.
  private static func turn(ofArc arc: Double) -> Double {
    var turn = (2 * arc).squareRoot()
    for _ in 0..<6 {
      let step = (self.arc(turn) - arc) / (1 + turn * turn).squareRoot()
      turn -= step
      if step <= turn * 1e-15 { break }
    }
    return turn
  }
}
