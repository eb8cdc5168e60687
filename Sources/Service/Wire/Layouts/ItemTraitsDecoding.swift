import JSON
import LayoutEngine

/// The widths of a magazine's items, by MagazineLayout's names; it has no two thirds.
enum WidthModeName: String, CaseIterable {
  case fullWidth, fullWidthIgnoringInsets, halfWidth, thirdWidth, twoThirdsWidth, fourthWidth, fifthWidth
  case fractionalWidth
}

/// The fields of an item's size mode.
struct SizeModeFields {
  var width: WidthModeName?
  var divisor: Int?
  var height: MagazineSizeMode.Height?
  var points: Double?

  var isEmpty: Bool { width == nil && divisor == nil && height == nil && points == nil }
}

/// Properties of items for layouts of some kinds. Items accept them in every layout, so that a collection can change
/// its layout and back; other kinds ignore them.
extension DecodingContext {
  private enum SpanField: String, FrequentFieldNames {
    case columns, rows
    static let table = FieldTable<SpanField>()
  }

  func gridSpan(_ value: JSONValue) -> GridSpan? {
    var span = GridSpan.one
    let isObject = object(value, SpanField.self, "a span, {\"columns\", \"rows\"}") { field, value in
      switch field {
      case .columns: set(&span.columns, columns(value))
      case .rows: set(&span.rows, integer(value, in: 1...1000))
      }
    }
    return isObject ? span : nil
  }

  private func columns(_ value: JSONValue) -> Int? {
    guard let text = value.string else { return integer(value, in: 1...GridSpan.allColumns) }
    return text == "all" ? GridSpan.allColumns : mismatch(value, "a whole number or \"all\"")
  }

  func rowSeparator(_ value: JSONValue) -> RowSeparator? {
    guard let text = value.string else { return insets(value).map { .inset($0) } }
    return text == "none" ? .hidden : mismatch(value, "insets or \"none\"")
  }

  func magazineSizeMode(_ fields: SizeModeFields, of item: JSONValue) -> MagazineSizeMode? {
    if fields.isEmpty { return nil }
    if fields.divisor != nil, item["widthMode"]?.string != WidthModeName.fractionalWidth.rawValue {
      at("divisor") { fault("only an item with the width mode \"fractionalWidth\" has a divisor") }
    }
    return MagazineSizeMode(
      width: width(fields, of: item), height: fields.height ?? MagazineSizeMode.default.height,
      points: fields.points)
  }

  private func width(_ fields: SizeModeFields, of item: JSONValue) -> MagazineSizeMode.Width {
    switch fields.width {
    case nil: return MagazineSizeMode.default.width
    case .fullWidth: return .fullWidth(respectsItemInsets: true)
    case .fullWidthIgnoringInsets: return .fullWidth(respectsItemInsets: false)
    case .halfWidth: return .fractional(divisor: 2)
    case .thirdWidth: return .fractional(divisor: 3)
    case .twoThirdsWidth: return .twoThirds
    case .fourthWidth: return .fractional(divisor: 4)
    case .fifthWidth: return .fractional(divisor: 5)
    case .fractionalWidth:
      if item["divisor"] == nil {
        fault("the width mode \"fractionalWidth\" needs a \"divisor\": how many such items share a row")
      }
      return .fractional(divisor: fields.divisor ?? 1)
    }
  }
}
