import LayoutEngine

/// Statistics of measured sizes, from which automatic estimates and their errors are learned.
struct LearnedEstimate: Hashable, Sendable {
  private(set) var count = 0
  private(set) var sum = Size.zero
  private(set) var sumOfSquares = Size.zero
  /// Over the estimates that measurements replaced, and their errors.
  private(set) var sumOfEstimates = Size.zero
  private(set) var sumOfSquaredErrors = Size.zero
  /// The automatic estimate in points; nil until one is learned.
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

  /// Sets the estimate to the size that the measurements let expect, each time their number has doubled.
  ///
  /// A change of the estimate moves every estimated element, so it costs a layout; n measurements cost O(log n) layouts
  /// in all.
  ///
  /// - Parameter itemsPerLine: the number of items whose longest is estimated; for 1 the estimate is the mean.
  /// - Returns: whether the estimate changed.
  mutating func learn(itemsPerLine: Int) -> Bool {
    guard count >= nextCount else { return false }
    while nextCount <= count { nextCount *= 2 }
    let expected = Size(
      width: moments(along: .horizontal).expectedMaximum(of: itemsPerLine),
      height: moments(along: .vertical).expectedMaximum(of: itemsPerLine))
    guard expected != estimate else { return false }
    estimate = expected
    return true
  }

  /// The mean and the spread of the measured extents along an axis, and how far the present estimates are off.
  ///
  /// Without measurements, all are 0.
  func moments(along axis: ScrollAxis) -> MeasuredMoments {
    guard count > 0 else { return MeasuredMoments(count: 0, mean: 0, squares: 0, bias: 0) }
    let mean = axis.length(of: sum) / Double(count)
    if let estimate {
      let squares = axis.length(of: sumOfSquares) - Double(count) * mean * mean
      return MeasuredMoments(
        count: count, mean: mean, squares: max(0, squares), bias: mean - axis.length(of: estimate))
    }
    // Estimates that are not learned may differ from item to item: their errors count.
    let bias = mean - axis.length(of: sumOfEstimates) / Double(count)
    let squares = axis.length(of: sumOfSquaredErrors) - Double(count) * bias * bias
    return MeasuredMoments(count: count, mean: mean, squares: max(0, squares), bias: bias)
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
