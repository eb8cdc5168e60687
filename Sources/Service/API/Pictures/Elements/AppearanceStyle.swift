import LayoutEngine

/// The attributes of an appearance as declarations of CSS: those that differ from the default.
struct AppearanceStyle: AttributeSink, AttributeWriter {
  /// A part of a property: the value of one attribute.
  struct Part {
    let style: ElementAttribute.Style
    fileprivate(set) var numbers: [Double] = []
  }

  private(set) var declarations: [(property: String, parts: [Part])] = []
  private var numbers: [Double] = []

  init(of appearance: Appearance) { appearance.write(to: &self) }

  mutating func attribute<Value: AttributeValue>(_ attribute: ElementAttribute, _ value: Value) {
    guard let style = attribute.style else { return }
    numbers = []
    value.write(to: &self)
    let part = Part(style: style, numbers: numbers)
    if let place = declarations.firstIndex(where: { $0.property == style.property }) {
      declarations[place].parts.append(part)
    } else {
      declarations.append((style.property, [part]))
    }
  }

  mutating func number(_ number: Double) { numbers.append(number) }

  mutating func number(_ number: Int) { numbers.append(Double(number)) }

}

extension AppearanceStyle {
  /// Whether a picture draws the element in a group.
  var needsGroup: Bool {
    declarations.contains { $0.property == "transform" || $0.parts[0].style.isInPictures }
  }

  /// Writes the attributes of the group, without its transform.
  func writeGroup(to writer: inout MarkupWriter) {
    for (property, parts) in declarations where parts[0].style.isInPictures {
      writer.attribute(property, parts[0].numbers[0])
    }
  }
}
