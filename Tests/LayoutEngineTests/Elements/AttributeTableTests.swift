import TestSupport
import Testing

@testable import LayoutEngine

/// The table of attributes. The forms in which elements leave the engine are tested where they are made.
struct AttributeTableTests {
  private let all = ElementAttribute.all

  @Test func `the table has every property of an appearance, and the marks`() {
    let properties = Mirror(reflecting: Appearance.plain).children.count
    #expect(all.count == properties + 3)
    #expect(all.suffix(3).map { "\($0.attribute.name)" } == ["estimated", "pins", "pinned"])
  }

  @Test func `the defaults of the table are those of a plain appearance`() {
    var numbers = Numbers()
    var plain = Appearance()
    Appearance.visitAttributes(&plain, .plain, &numbers)
    #expect(numbers.own == all.dropLast(3).map(\.plain))
    #expect(plain == .plain)
  }

  @Test func `names, columns and flags are those of one attribute alone`() {
    let attributes = all.map(\.attribute)
    #expect(Set(attributes.map { "\($0.name)" }).count == all.count)
    // The columns of all elements are 1 to 5; a value has a column behind that of its rows.
    let columns = all.flatMap { ($0.attribute.column...).prefix($0.width == 0 ? 1 : 2) }
    #expect(Set(columns).count == columns.count && columns.allSatisfy { $0 > 5 })
    let stored = attributes.compactMap(\.storedFlag), looks = attributes.compactMap(\.lookFlag)
    #expect(Set(stored).count == stored.count && Set(looks).count == looks.count)
    // The flags behind these are those of the separator and the indentation of a row.
    #expect(stored.allSatisfy { (0..<5).contains($0) })
  }

  @Test func `an appearance over a plain one, or overriding it, stays as it is`() {
    let full = Appearance.full
    #expect(full.over(.plain) == full && full.overriding(.plain) == full)
    #expect(Appearance.plain.over(full) == full && Appearance.plain.overriding(full) == full)
  }

  @Test func `an appearance that differs in every attribute writes every attribute`() {
    var names = Names()
    Appearance.full.write(to: &names)
    names.marks(isEstimated: true, pins: .end, isPinned: true)
    #expect(names.all == all.map { "\($0.attribute.name)" })
    names = Names()
    Appearance.plain.write(to: &names)
    names.marks(isEstimated: false, pins: nil, isPinned: false)
    #expect(names.all == [])
  }
}

/// The numbers of the values of an appearance.
private struct Numbers: AppearanceVisitor, AttributeWriter {
  var own: [[Double]] = []

  mutating func visit<Value: AppearanceValue>(
    _ attribute: ElementAttribute, _ own: inout Value, _ other: Value, plain: Value,
    composed: (Value, Value) -> Value
  ) {
    self.own.append([])
    own.write(to: &self)
  }

  mutating func number(_ number: Double) { own[own.count - 1].append(number) }

  mutating func number(_ number: Int) { self.number(Double(number)) }
}

private struct Names: AttributeSink {
  var all: [String] = []

  mutating func attribute<Value: AttributeValue>(_ attribute: ElementAttribute, _ value: Value) {
    all.append("\(attribute.name)")
  }
}
