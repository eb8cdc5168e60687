import LayoutEngine

/// The mean and the spread of measured extents, which predict the extents that are not measured.
///
/// Extents are taken as independent samples of one distribution.
struct MeasuredMoments {
  /// The number of measurements.
  var count: Int
  /// In points, as all extents.
  var mean: Double
  /// The sum of the squared deviations from the mean.
  var squares: Double
  /// The mean less the estimate of an item that is not measured.
  var bias: Double

  /// The mean of the longest of some items.
  func expectedMaximum(of items: Int) -> Double {
    let deviation = count > 1 ? (squares / Double(count - 1)).squareRoot() : 0
    return mean + NormalMaximum(of: Double(items)).mean * deviation
  }
}

/// A stretch of content in which items are estimated.
struct EstimatedStretch {
  /// The number of estimated items.
  var items: Double
  /// The number of items side by side.
  var itemsAcross: Double
  var packing: ItemPacking
}

extension MeasuredMoments {
  /// The standard error of the extent of a stretch of content, in points: the root of the mean squared deviation between
  /// its true extent and its estimate.
  ///
  /// The extent of n independent lines deviates by their bias, n·b, by their own spread, s·√n, and by the error of the
  /// mean that m measurements give, n·s/√m. A line of k items is as long as its longest.
  ///
  /// - Parameter across: the measured extents across the scroll direction.
  func standardError(of stretch: EstimatedStretch, across: MeasuredMoments) -> Double {
    guard stretch.items > 0, count > 0 else { return 0 }
    let lines = stretch.items / max(1, stretch.itemsAcross)
    let sharers = stretch.packing == .columns ? 1 : max(1, stretch.itemsAcross)
    let maximum = NormalMaximum(of: sharers)
    // Of columns, the extent is the mean: the items of all of them spread less than those of one.
    let units = stretch.packing == .columns ? stretch.items : lines
    let share = lines / units
    let bias = lines * (bias + maximum.mean * deviation)
    var variance = share * share * units * maximum.variance * likelyVariance
    variance += lines * lines * likelyVariance * shareOfMean(of: maximum)
    switch stretch.packing {
    case .lines: break
    case .columns:
      // Columns end at different places, up to an item apart.
      variance += stretch.itemsAcross > 1 ? mean * mean / 4 : 0
    case .wrappedLines:
      let relative = across.relativeVariance(items: stretch.items)
      let length = lines * (mean + maximum.mean * deviation)
      variance += length * length * relative
    }
    return (bias * bias + variance * spread * spread).squareRoot()
  }

  /// The variance of the mean of some lines, as it is known from the measurements, as a share of the items' variance.
  ///
  /// The mean of the longest items depends on the deviation too, which is known less well than the mean: for the tails
  /// that sizes have, its variance is about 1.25/m. Their distribution is not normal either, which makes the mean of the
  /// longest a quarter uncertain.
  private func shareOfMean(of maximum: NormalMaximum) -> Double {
    let square = maximum.mean * maximum.mean
    return (1 + 1.25 * square) / Double(count) + square / 16
  }

  /// The standard error of the extent of one item that is not measured, in points.
  var standardErrorOfItem: Double {
    guard count > 0 else { return 0 }
    return (bias * bias + likelyVariance * (1 + 1 / Double(count)) * spread * spread).squareRoot()
  }

  /// The mean squared deviation of a sum of extents from its estimate, as a share of the sum's square.
  private func relativeVariance(items: Double) -> Double {
    guard mean > 0, count > 0 else { return 0 }
    return (bias * bias + squares / Double(count) * (1 / items + 1 / Double(count))) / (mean * mean)
  }

  /// The variance of extents. As if one more measurement had been a quarter of the mean off: a few equal extents do not
  /// show that all are equal.
  private var likelyVariance: Double { (squares + mean * mean / 16) / Double(count) }

  private var deviation: Double { likelyVariance.squareRoot() }

  /// The factor by which the deviation of few measurements understates the error: twice the error then holds in 95 of 100
  /// cases.
  ///
  /// For normal extents, Student's distribution asks for 1 + 1.25/m + 1.53/m² + 1.43/m³, by the first terms of its
  /// Cornish–Fisher expansion. Sizes are skewed, and few of them seldom show the long ones, so it is somewhat more.
  private var spread: Double {
    let few = 1 / Double(count + 1)
    return 1.08 + few * (3 + few * (1.53 + few * 1.43))
  }
}

/// The longest of some independent normal variables of mean 0 and variance 1 (Tippett 1925).
struct NormalMaximum {
  let mean: Double
  let variance: Double

  private static let table: [(items: Double, mean: Double, variance: Double)] = [
    (1, 0, 1), (2, 0.5642, 0.6817), (3, 0.8463, 0.5595), (4, 1.0294, 0.4917), (5, 1.1630, 0.4475),
    (6, 1.2672, 0.4159), (8, 1.4236, 0.3729), (10, 1.5388, 0.3443), (15, 1.7359, 0.3010),
    (20, 1.8675, 0.2757), (50, 2.2491, 0.2157), (100, 2.5076, 0.1841), (1000, 3.2414, 0.1235),
  ]

  /// The maximum of a number of variables, interpolated between those of the table and limited by its ends.
  init(of items: Double) {
    var lower = Self.table[0]
    for entry in Self.table {
      guard items > entry.items else {
        let share = entry.items > lower.items ? (items - lower.items) / (entry.items - lower.items) : 0
        mean = lower.mean + max(0, share) * (entry.mean - lower.mean)
        variance = lower.variance + max(0, share) * (entry.variance - lower.variance)
        return
      }
      lower = entry
    }
    (mean, variance) = (lower.mean, lower.variance)
  }
}
