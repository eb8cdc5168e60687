/// Conversions that have a result for every number. Numbers come from clients, and the standard library's conversions
/// end the process where they have none.
extension Int {
  /// The whole part of a number; the nearest `Int` of one beyond the range, and 0 of NaN.
  @inlinable @inline(__always)
  package init(clamping number: Double) {
    // The bounds as doubles: the upper one is a power of two, so that a double below it fits.
    if number < Double(Int.max) {
      self = number > Double(Int.min) ? Int(number) : .min
    } else {
      self = number.isNaN ? 0 : .max
    }
  }
}

extension ClosedRange<Double> {
  /// The range between two numbers, whichever is the smaller; NaN leaves its side without a bound.
  @inlinable @inline(__always)
  package init(ordered first: Double, _ second: Double) {
    if first <= second {
      self = first...second
    } else {
      self.init(disordered: first, second)
    }
  }

  @inlinable @inline(never)
  init(disordered first: Double, _ second: Double) {
    if second <= first {
      self = second...first
    } else {
      self = (first.isNaN ? -.infinity : first)...(second.isNaN ? .infinity : second)
    }
  }

  /// All numbers.
  @inlinable
  package static var everything: ClosedRange<Double> { -.infinity ... .infinity }

  /// The range moved by a distance.
  @inlinable @inline(__always)
  package func moved(by distance: Double) -> ClosedRange<Double> {
    ClosedRange(ordered: lowerBound + distance, upperBound + distance)
  }

  /// The range with both bounds moved outward by a distance.
  @inlinable @inline(__always)
  package func widened(by distance: Double) -> ClosedRange<Double> {
    ClosedRange(ordered: lowerBound - distance, upperBound + distance)
  }
}

extension AxialRect {
  /// The stretch along the scroll direction.
  @inlinable
  package var stretch: ClosedRange<Double> { ClosedRange(ordered: along, end) }

  /// The stretch across the scroll direction.
  @inlinable
  package var stretchAcross: ClosedRange<Double> { ClosedRange(ordered: across, across + breadth) }
}
