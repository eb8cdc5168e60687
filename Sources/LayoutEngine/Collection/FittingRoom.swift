/// The room that an element's content is measured in: what is given of its size, and how far the rest may go
/// (`systemLayoutSizeFitting`). In points.
public struct FittingRoom: Hashable, Sendable {
  /// The width that it has; nil where its content decides.
  public var width: Double?
  /// The height that it has; nil where its content decides.
  public var height: Double?
  /// What a width that content decides may be at most; infinite where nothing limits it.
  public var maximumWidth: Double
  /// What a height that content decides may be at most; infinite where nothing limits it.
  public var maximumHeight: Double

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
  /// The room of an element that has its breadth from the layout and its length from its content.
  init(acrossOf frame: Rect, along axis: ScrollAxis) {
    switch axis {
    case .vertical: self.init(width: frame.width)
    case .horizontal: self.init(height: frame.height)
    }
  }

  /// The room of an element that has all of its size from its content.
  init(upTo breadth: Double, along axis: ScrollAxis) {
    switch axis {
    case .vertical: self.init(maximumWidth: breadth)
    case .horizontal: self.init(maximumHeight: breadth)
    }
  }

  /// The room of an element whose content decides the extents that `most` names, up to what it names.
  init(of frame: Rect, upTo most: OpenExtents) {
    self.init()
    if let points = most.width { maximumWidth = points } else { width = frame.width }
    if let points = most.height { maximumHeight = points } else { height = frame.height }
  }
}

/// The extents that content decides, each with how far it may go, in 16 bytes.
struct OpenExtents: Sendable {
  /// NaN stands for an extent that is given.
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
