/// An attribute of elements, as a row of the table in `Appearance.visitAttributes` or one of the marks below: its name or
/// number in every form in which elements leave the engine.
@frozen @usableFromInline
package struct ElementAttribute: Sendable {
  /// The member of an element in JSON, and the sparse column.
  @usableFromInline package let name: StaticString
  /// The number of the binary column with its rows. Its values, if it has any, are the next column.
  @usableFromInline package let column: Int
  /// The bit of the attribute among the flags of a stored item; nil if no item has it of its own.
  @usableFromInline package let storedFlag: Int?
  /// The bit of the attribute in the looks of a page's delta; nil if the rows of the delta have it.
  @usableFromInline package let lookFlag: Int?
  /// Whether the rows of a page's delta have the value at the end of an animation, beside the look.
  @usableFromInline package let isInRows: Bool
  /// How a style sheet says it; nil if it does not.
  @usableFromInline package let style: Style?

  /// Creates a row of the table: the name in JSON, and the numbers and flags of the other forms.
  @inlinable @inline(__always)
  package init(
    _ name: StaticString, column: Int, storedFlag: Int? = nil, lookFlag: Int? = nil, isInRows: Bool = false,
    style: Style? = nil
  ) {
    self.name = name
    self.column = column
    self.storedFlag = storedFlag
    self.lookFlag = lookFlag
    self.isInRows = isInRows
    self.style = style
  }

  /// How CSS says a value that differs from the default: numbers with commas between two texts, or the texts alone for a
  /// flag. Attributes that share a property are its parts: that of a later row stands first.
  @frozen @usableFromInline
  package struct Style: Sendable {
    /// The name of the property of CSS.
    /// The text after the numbers.
    /// The text before the numbers.
    @usableFromInline package let property: String
    @usableFromInline package let before: String
    @usableFromInline package let after: String
    /// Whether groups of an SVG picture have the property as an attribute, whose value is one number.
    @usableFromInline package let isInPictures: Bool

    /// Creates the form of a value in CSS: a property, and the texts around the numbers.
    @inlinable @inline(__always)
    package init(_ property: String, _ before: String = "", _ after: String = "", isInPictures: Bool = false)
    {
      self.property = property
      self.before = before
      self.after = after
      self.isInPictures = isInPictures
    }
  }
}

/// The marks: attributes that do not belong to the appearance.
extension ElementAttribute {
  /// Whether the size of the element is an estimate.
  @inlinable @inline(__always)
  package static var estimated: ElementAttribute { ElementAttribute("estimated", column: 11) }

  /// The edges of the visible rect to which the element pins.
  @inlinable @inline(__always)
  package static var pins: ElementAttribute { ElementAttribute("pins", column: 16) }

  /// Whether the element pins at this moment.
  @inlinable @inline(__always)
  package static var pinned: ElementAttribute { ElementAttribute("pinned", column: 18) }
}

extension ElementAttribute {
  /// An attribute, and the facts that follow from the type of its values.
  package struct Declaration: Sendable {
    /// The attribute.
    package let attribute: ElementAttribute
    /// How many numbers a value has; 0 for a flag.
    package let width: Int
    /// The numbers of the default; empty for a mark, whose default is that an element does not have it.
    package let plain: [Double]
  }

  /// All attributes, in the order of responses.
  package static let all: [Declaration] = {
    var lister = AttributeLister()
    var plain = Appearance.plain
    Appearance.visitAttributes(&plain, .plain, &lister)
    lister.marks(isEstimated: true, pins: .start, isPinned: true)
    return lister.declarations
  }()

  /// How many numbers the look of an element has in a page's delta: those of all attributes with a `lookFlag`.
  package static let lookWidth = all.reduce(0) { $0 + ($1.attribute.lookFlag == nil ? 0 : $1.width) }
}

/// Lists attributes.
private struct AttributeLister: AttributeSink, AttributeWriter {
  private(set) var declarations: [ElementAttribute.Declaration] = []
  private var numbers: [Double] = []

  mutating func visit<Value: AppearanceValue>(
    _ attribute: ElementAttribute, _ own: inout Value, _ other: Value, plain: Value,
    composed: (Value, Value) -> Value
  ) {
    plain.write(to: &self)
    self.attribute(attribute, own)
  }

  mutating func attribute<Value: AttributeValue>(_ attribute: ElementAttribute, _ value: Value) {
    declarations.append(
      ElementAttribute.Declaration(attribute: attribute, width: Value.width, plain: numbers))
    numbers = []
  }

  mutating func number(_ number: Double) { numbers.append(number) }

  mutating func number(_ number: Int) { numbers.append(Double(number)) }
}
