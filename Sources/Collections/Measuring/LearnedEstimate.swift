import LayoutEngine

/// Statistics of measured sizes, from which automatic estimates are learned.
struct LearnedEstimate: Hashable, Sendable {
  private(set) var count = 0
  private(set) var sum = Size.zero
  private(set) var sumOfSquares = Size.zero
  /// Over the estimates that measurements replaced, and their errors.
  private(set) var sumOfEstimates = Size.zero
  private(set) var sumOfSquaredErrors = Size.zero
  /// The automatic estimate in points; nil until an item is measured.
  private(set) var estimate: Size?
  /// The number of measurements at which the estimate is computed next.
  private(set) var nextCount = 1

  init() {}

  /// Restores statistics.
  init(
    count: Int, sum: Size, sumOfSquares: Size, sumOfEstimates: Size, sumOfSquaredErrors: Size,
    estimate: Size?, nextCount: Int
  ) {
    self.count = count
    self.sum = sum
    self.sumOfSquares = sumOfSquares
    self.sumOfEstimates = sumOfEstimates
    self.sumOfSquaredErrors = sumOfSquaredErrors
    self.estimate = estimate
    self.nextCount = nextCount
  }

  /// Counts an item that was measured for the first time.
  ///
  /// - Parameter estimate: the estimate that the measurement replaces.
  mutating func add(_ size: Size, insteadOf estimate: Size) {
    count += 1
    sum = sum + size
    sumOfSquares = sumOfSquares + size * size
    sumOfEstimates = sumOfEstimates + estimate
    let error = Size(width: size.width - estimate.width, height: size.height - estimate.height)
    sumOfSquaredErrors = sumOfSquaredErrors + error * error
  }

  /// Counts another size for an item that had been measured.
  mutating func replace(_ old: Size, by new: Size) {
    sum = Size(width: sum.width + new.width - old.width, height: sum.height + new.height - old.height)
    let squares = sumOfSquares + new * new
    sumOfSquares = Size(
      width: max(0, squares.width - old.width * old.width),
      height: max(0, squares.height - old.height * old.height))
  }

  /// Sets the estimate to the mean of all measurements, each time their number has doubled.
  ///
  /// A change of the estimate moves every estimated element, so it costs a layout; n measurements cost O(log n) layouts
  /// in all.
  ///
  /// - Returns: whether the estimate changed.
  mutating func learn() -> Bool {
    guard count >= nextCount else { return false }
    while nextCount <= count { nextCount *= 2 }
    let mean = Size(width: sum.width / Double(count), height: sum.height / Double(count))
    guard mean != estimate else { return false }
    estimate = mean
    return true
  }

  /// The likely error of an estimate, as a share of it: the root mean square error of past estimates, or the standard
  /// deviation of measurements if the estimate is learned. Nil if nothing was measured.
  func spread(along axis: ScrollAxis) -> Double? {
    guard count > 0 else { return nil }
    func share(_ sum: Double, _ squares: Double, _ estimates: Double, _ errors: Double) -> Double {
      let count = Double(count)
      let (square, mean) =
        estimate == nil
        ? (errors / count, estimates / count) : (squares / count - (sum / count) * (sum / count), sum / count)
      return mean > 0 ? max(0, square).squareRoot() / mean : 1
    }
    return axis == .vertical
      ? share(sum.height, sumOfSquares.height, sumOfEstimates.height, sumOfSquaredErrors.height)
      : share(sum.width, sumOfSquares.width, sumOfEstimates.width, sumOfSquaredErrors.width)
  }
}

extension Size {
  fileprivate static func + (a: Size, b: Size) -> Size {
    Size(width: a.width + b.width, height: a.height + b.height)
  }

  fileprivate static func * (a: Size, b: Size) -> Size {
    Size(width: a.width * b.width, height: a.height * b.height)
  }
}
