/// Places every item by formulas: what subclassing `UICollectionViewLayout` is for, without shipping code.
public struct CustomLayout: Hashable, Sendable {
  /// Where items are and how they are drawn.
  public var cell: CustomElement
  /// The size of items and views that give none, in points.
  public var itemSize = Size(width: 50, height: 50)
  /// The size of the content; nil, the default, is as large as the frames need, and at least as wide as the container.
  public var contentSize: CustomContentSize?
  /// The values of items that formulas may name, at most `ItemValues.limit`.
  public var values: [CustomValue] = []
  /// The supplementary views and decorations, each kind once; at most `kindLimit` of either.
  public var views: [CustomView] = []

  /// The greatest cost of evaluating all formulas for all elements, in simple operations: a few seconds.
  public static let stepLimit = 1e9
  /// The largest number of supplementary views and decorations in all sections.
  public static let viewLimit = 1_000_000
  /// The largest number of kinds of supplementary views, and of decorations.
  public static let kindLimit = 16

  /// Creates a layout of the formulas of the frames of items.
  public init(frame: CustomFrame) {
    cell = CustomElement(frame: frame)
  }

  /// Places every item at 0, 0: for lack of a frame, which has no default.
  package static let empty: CustomLayout = {
    let origin = CustomFormula(Expression(0), parameter: [])
    return CustomLayout(frame: CustomFrame(x: origin, y: origin))
  }()
}

/// A value of items that formulas may name.
public struct CustomValue: Hashable, Sendable {
  /// The name of the value.
  public var name: String
  /// The value of items that give none; nil if every item has to give one.
  public var fallback: Double?

  /// Creates a value of a name; items that give none have the fallback, if there is one.
  public init(_ name: String, or fallback: Double? = nil) {
    self.name = name
    self.fallback = fallback
  }
}

/// The formulas of an element.
public struct CustomElement: Hashable, Sendable {
  /// The formulas of the frame.
  public var frame: CustomFrame
  /// Rounded to the nearest whole number.
  public var zIndex: CustomFormula?
  /// Clamped between 0 and 1.
  public var alpha: CustomFormula?
  /// The formulas of the transform; nil is none.
  public var transform: CustomTransform?

  /// Creates the formulas of an element that is drawn plainly in a frame.
  public init(frame: CustomFrame) {
    self.frame = frame
  }

  var appearance: AppearanceFormulas {
    AppearanceFormulas(zIndex: zIndex, alpha: alpha, transform: transform)
  }
}

/// The formulas of how an element is drawn.
public struct AppearanceFormulas: Hashable, Sendable {
  /// Rounded to the nearest whole number.
  public var zIndex: CustomFormula?
  /// Clamped between 0 and 1.
  public var alpha: CustomFormula?
  /// The formulas of the transform; nil is as it is.
  public var transform: CustomTransform?

  /// Creates formulas; those that are left out change nothing.
  public init(
    zIndex: CustomFormula? = nil, alpha: CustomFormula? = nil, transform: CustomTransform? = nil
  ) {
    self.zIndex = zIndex
    self.alpha = alpha
    self.transform = transform
  }
}

/// Supplementary views or decorations of one kind.
public struct CustomView: Hashable, Sendable {
  /// The kind; `header` and `footer` are the section's own.
  public var kind: ElementKind
  /// The formulas of each element.
  public var element: CustomElement
  /// How many decorations a section has, rounded to the nearest whole number; nil is one. Supplementary views are as
  /// many as the section describes.
  public var count: CustomFormula?

  /// Creates views of one kind; a count of nil is one decoration for each section.
  public init(_ kind: ElementKind, _ element: CustomElement, count: CustomFormula? = nil) {
    self.kind = kind
    self.element = element
    self.count = count
  }
}

/// An expression and the parameter that it stands in.
public struct CustomFormula: Hashable, Sendable {
  /// The expression.
  public var expression: Expression
  /// Where it stands in the layout's parameters, one name or index a step.
  public var parameter: [String]

  /// Creates a formula of an expression and the steps to the parameter that it stands in.
  public init(_ expression: Expression, parameter: [String]) {
    self.expression = expression
    self.parameter = parameter
  }
}

/// Where an element is. Content coordinates, points, y down.
public struct CustomFrame: Hashable, Sendable {
  /// The left edge.
  public var x: CustomFormula
  /// The top edge.
  public var y: CustomFormula
  /// Nil is the element's own.
  public var width: CustomFormula?
  /// Nil is the element's own.
  public var height: CustomFormula?

  /// Creates the formulas of a frame; a width or height of nil is the element's own.
  public init(
    x: CustomFormula, y: CustomFormula, width: CustomFormula? = nil, height: CustomFormula? = nil
  ) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Whether the size of the frame comes from the size of the element, and is an estimate where that is.
  var followsItemSize: Bool {
    guard let width, let height else { return true }
    return [width, height].contains {
      $0.expression.names(.itemWidth) || $0.expression.names(.itemHeight)
    }
  }
}

/// How an element is transformed about the centre of its frame.
public enum CustomTransform: Hashable, Sendable {
  /// Six numbers in the order of `CGAffineTransform`: a, b, c, d, tx, ty.
  case matrix([CustomFormula])
  /// A turn in radians, clockwise, and a factor.
  case turn(rotation: CustomFormula?, scale: CustomFormula?)
}

/// The size of the content, in points.
public struct CustomContentSize: Hashable, Sendable {
  /// The width.
  public var width: CustomFormula
  /// The height.
  public var height: CustomFormula

  /// Creates the formulas of a size.
  public init(width: CustomFormula, height: CustomFormula) {
    self.width = width
    self.height = height
  }
}
