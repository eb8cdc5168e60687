/// How wide and how high an item of a magazine is, in 16 bytes.
public struct MagazineSizeMode: Hashable, Sendable {
  /// The widths of items.
  public enum Width: Hashable, Sendable {
    /// A row of its own, between the section's item insets or regardless of them.
    case fullWidth(respectsItemInsets: Bool)
    /// A row is shared by `divisor` such items; at least 1.
    case fractional(divisor: Int)
    /// Two of the three shares of a row, beside an item with the third.
    case twoThirds
  }

  /// The rules for the heights of items.
  public enum Height: String, CaseIterable, Hashable, Sendable {
    /// Exactly `height`.
    case `static`
    /// Measured; until then `height` is the estimate.
    case dynamic
    /// Measured, and then as high as the highest item of its row.
    case dynamicAndStretchToTallestItemInRow
  }

  /// `width` as a number that is quickly compared: the divisor, 0 for all of the width between the item
  /// insets, -1 for all of it regardless of them, -2 for two thirds.
  private var widthCode: Int32
  /// The rule for the height of the item.
  public var height: Height
  /// Below zero for nil.
  private var storedPoints: Double

  /// The height of items that give none, in points.
  public static let defaultHeight = 150.0

  /// Creates a mode; `points` is the height in points, and nil is `defaultHeight`.
  public init(
    width: Width = .fullWidth(respectsItemInsets: true), height: Height = .dynamic, points: Double? = nil
  ) {
    widthCode = Self.code(of: width)
    self.height = height
    storedPoints = points ?? -1
  }

  /// The width of the item, as a share of the row.
  public var width: Width {
    get {
      if widthCode == -2 { return .twoThirds }
      return widthCode > 0
        ? .fractional(divisor: Int(widthCode)) : .fullWidth(respectsItemInsets: widthCode == 0)
    }
    set { widthCode = Self.code(of: newValue) }
  }

  /// The width of the items with which it shares a row: `widthCode`, or that of a third for two thirds.
  var rowCode: Int32 {
    @inline(__always) get { widthCode == -2 ? 3 : widthCode }
  }

  /// How many shares of a row it has.
  var shares: Int {
    @inline(__always) get { widthCode == -2 ? 2 : 1 }
  }

  /// The height of the item, in points; nil stands for `defaultHeight`.
  public var points: Double? {
    @inline(__always) get { storedPoints < 0 ? nil : storedPoints }
    set { storedPoints = newValue ?? -1 }
  }

  private static func code(of width: Width) -> Int32 {
    switch width {
    case .fullWidth(let respectsItemInsets): respectsItemInsets ? 0 : -1
    case .fractional(let divisor): Int32(clamping: max(1, divisor))
    case .twoThirds: -2
    }
  }

  /// A row of its own, as high as its content.
  public static let `default` = MagazineSizeMode()
}
