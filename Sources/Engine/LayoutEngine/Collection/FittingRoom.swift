/// The constraints under which an element's content is measured: the extents that the layout fixes, and the maximum of
/// those that the content decides (`systemLayoutSizeFitting`). All in points, 0 or more.
public struct FittingRoom: Hashable, Sendable {
  /// The fixed width; nil if the content decides.
  public var width: Double?
  /// The fixed height; nil if the content decides.
  public var height: Double?
  /// The largest width that the content may decide; infinite by default.
  public var maximumWidth: Double
  /// The largest height that the content may decide; infinite by default.
  public var maximumHeight: Double

  /// Creates a space; a width or height of nil is one that the content decides, up to the maximum.
  public init(
    width: Double? = nil, height: Double? = nil, maximumWidth: Double = .infinity,
    maximumHeight: Double = .infinity
  ) {
    self.width = width
    self.height = height
    self.maximumWidth = maximumWidth
    self.maximumHeight = maximumHeight
  }
}

extension FittingRoom {
  /// The constraints on an element whose breadth the layout fixes and whose length the content decides.
  init(acrossOf frame: Rect, along axis: ScrollAxis) {
    switch axis {
    case .vertical: self.init(width: frame.width)
    case .horizontal: self.init(height: frame.height)
    }
  }

  /// The constraints on an element whose content decides both extents.
  init(upTo breadth: Double, along axis: ScrollAxis) {
    switch axis {
    case .vertical: self.init(maximumWidth: breadth)
    case .horizontal: self.init(maximumHeight: breadth)
    }
  }

  /// The constraints on an element whose content decides the extents that `most` names, up to the values in `most`.
  init(of frame: Rect, upTo most: OpenExtents) {
    self.init()
    if let points = most.width { maximumWidth = points } else { width = frame.width }
    if let points = most.height { maximumHeight = points } else { height = frame.height }
  }
}

/// The extents that content decides, each with its maximum in points, in 16 bytes.
struct OpenExtents: Sendable {
  /// NaN stands for an extent that the layout fixes.
  private var widthOrNaN = Double.nan
  private var heightOrNaN = Double.nan

  static let none = OpenExtents()

  var width: Double? {
    get { widthOrNaN.isNaN ? nil : widthOrNaN }
    set { widthOrNaN = newValue ?? .nan }
  }

  var height: Double? {
    get { heightOrNaN.isNaN ? nil : heightOrNaN }
    set { heightOrNaN = newValue ?? .nan }
  }
}
