/// Places every item by formulas: what subclassing `UICollectionViewLayout` is for, without shipping code.
public struct CustomLayout: Hashable, Sendable {
  public var frame: CustomFrame
  /// Rounded to the nearest whole number.
  public var zIndex: CustomFormula?
  /// Clamped between 0 and 1.
  public var alpha: CustomFormula?
  public var transform: CustomTransform?
  /// The size of items that give none, in points.
  public var itemSize = Size(width: 50, height: 50)
  /// The size of the content; nil, the default, is as large as the frames need, and at least as wide as the container.
  public var contentSize: CustomContentSize?

  /// The greatest cost of evaluating all formulas for all items, in simple operations: a few seconds.
  public static let stepLimit = 1e9

  public init(frame: CustomFrame) {
    self.frame = frame
  }

  /// Places every item at 0, 0: for lack of a frame, which has no default.
  package static let empty: CustomLayout = {
    let origin = CustomFormula(Expression(0), parameter: [])
    return CustomLayout(frame: CustomFrame(x: origin, y: origin))
  }()
}

/// An expression and the parameter that it stands in.
public struct CustomFormula: Hashable, Sendable {
  public var expression: Expression
  /// Where it stands in the layout's parameters, one name or index a step.
  public var parameter: [String]

  public init(_ expression: Expression, parameter: [String]) {
    self.expression = expression
    self.parameter = parameter
  }
}

/// Where an item is. Content coordinates, points, y down.
public struct CustomFrame: Hashable, Sendable {
  public var x: CustomFormula
  public var y: CustomFormula
  /// Nil is the item's own.
  public var width: CustomFormula?
  public var height: CustomFormula?

  public init(
    x: CustomFormula, y: CustomFormula, width: CustomFormula? = nil, height: CustomFormula? = nil
  ) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Whether the size of the frame comes from the size of the item, and is an estimate where that is.
  var followsItemSize: Bool {
    guard let width, let height else { return true }
    return [width, height].contains {
      $0.expression.names(.itemWidth) || $0.expression.names(.itemHeight)
    }
  }
}

/// How an item is transformed about the centre of its frame.
public enum CustomTransform: Hashable, Sendable {
  /// Six numbers in the order of `CGAffineTransform`: a, b, c, d, tx, ty.
  case matrix([CustomFormula])
  /// A turn in radians, clockwise, and a factor.
  case turn(rotation: CustomFormula?, scale: CustomFormula?)
}

/// The size of the content, in points.
public struct CustomContentSize: Hashable, Sendable {
  public var width: CustomFormula
  public var height: CustomFormula

  public init(width: CustomFormula, height: CustomFormula) {
    self.width = width
    self.height = height
  }
}
