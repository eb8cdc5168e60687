import LayoutEngine

/// The rows of `attributes` in `web/client/mirror/Element.js`, rendered from the table of attributes.
enum AttributesScript {
  static var table: String {
    let rows = ElementAttribute.all.map { "  [\(cells(of: $0).joined(separator: ", "))],\n" }
    return "export const attributes = [\n  [\"frame\"],\n\(rows.joined())]\n"
  }

  private static func cells(of declaration: ElementAttribute.Declaration) -> [String] {
    let attribute = declaration.attribute
    var cells = ["\"\(attribute.name)\""]
    guard let style = attribute.style else { return cells }
    let numbers = declaration.width > 0 ? "#" : ""
    cells += ["\"\(style.property)\"", "\"\(style.before)\(numbers)\(style.after)\""]
    if declaration.width == 1 { cells.append(number(declaration.plain[0])) }
    return cells
  }

  private static func number(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
