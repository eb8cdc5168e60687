/// The space that a parent offers to a box.
struct Room {
  /// How an extent that is `auto` resolves.
  enum Rule {
    /// The contents decide.
    case fit
    /// The box fills the available extent.
    case stretch
    /// The same for the width of an absolute box, but its aspect ratio may still limit it.
    case fill
    /// The parent has decided: the available extent is the extent of the border box, whatever the style says.
    case fixed
  }

  /// The available width; nil while the parent's own width is computed from its contents.
  var width: Double?
  /// The available height, if it is known.
  var height: Double?
  /// The width that percentages refer to.
  var percentWidth: Double?
  /// The height that percentages refer to.
  var percentHeight: Double?
  var widthRule = Rule.fit
  var heightRule = Rule.fit
  /// Whether the contents of the box treat its height as unknown, though it may be fixed.
  var hidesHeight = false
  /// Whether the contents are a lower limit of the width, whatever the style sets: so for absolute boxes with a ratio.
  var includesContents = false
}

/// A lower and an upper bound.
struct Limits: Equatable {
  var least = 0.0
  var most = Double.infinity

  /// The value within the bounds; the lower bound wins over the upper.
  func clamp(_ value: Double) -> Double { max(least, min(value, most)) }
}

/// The min-content and the max-content width of a box.
struct ContentWidths {
  var least: Double
  var most: Double
  /// Whether the width follows from the height through the aspect ratio.
  var isFromRatio = false

  func clamped(to limits: Limits) -> ContentWidths {
    ContentWidths(least: limits.clamp(least), most: limits.clamp(most), isFromRatio: isFromRatio)
  }

  /// The width that contents take of an available width.
  func fit(_ available: Double) -> Double { min(most, max(least, available)) }
}

/// How the height of a box follows from that of its contents.
struct HeightPlan: Equatable {
  /// The height that the contents may rely on.
  var known: Double?
  /// The height before the limits apply; nil for that of the contents.
  var preferred: Double?
  var limits = Limits()
  /// Whether the height of the contents is the lower limit: the automatic minimum size of boxes with an aspect ratio.
  var includesContents = false

  /// The height of the box whose contents have a height.
  func height(contents: Double) -> Double {
    var limits = limits
    if includesContents { limits.least = min(contents, limits.most) }
    return limits.clamp(preferred ?? contents)
  }
}
