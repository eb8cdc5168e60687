import LayoutEngine

/// What measuring has taught of the items that are not measured yet.
struct LearnedEstimate: Hashable, Sendable {
  private(set) var count = 0
  private(set) var sum = Size.zero
  private(set) var sumOfSquares = Size.zero
  /// Of the estimates that were replaced, and of how far off they were.
  private(set) var sumOfEstimates = Size.zero
  private(set) var sumOfSquaredErrors = Size.zero
  /// What an automatic estimate is; nil until something has been measured.
  private(set) var estimate: Size?
  /// How many have to be measured until the estimate is made anew.
  private(set) var nextCount = 1

  init() {}

  /// What was learned elsewhere.
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
  /// - Parameter estimate: the size that it had until then.
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

  /// Takes the mean of what has been measured for the estimate, each time twice as much has been.
  ///
  /// Every change of the estimate moves everything that is estimated, so that it costs a layout; in this way so many
  /// measurements pay for each that they together cost O(log n) layouts.
  ///
  /// - Returns: whether the estimate is another now.
  mutating func learn() -> Bool {
    guard count >= nextCount else { return false }
    while nextCount <= count { nextCount *= 2 }
    let mean = Size(width: sum.width / Double(count), height: sum.height / Double(count))
    guard mean != estimate else { return false }
    estimate = mean
    return true
  }

  /// How far off an estimate is, as a share of it: the root mean square of what was measured less what had been
  /// estimated; where the estimate is learned, the standard deviation of what was measured. Nil where nothing has been.
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
