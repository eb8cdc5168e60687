import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel

struct StoredAttributesTests {
  @Test func `an item keeps every attribute that items may have`() throws {
    let item = Item(appearance: .full)
    var (expected, flagged) = (Appearance.plain, Flagged())
    Appearance.visitAttributes(&expected, .full, &flagged)
    #expect(try reread(item).appearance == expected)
  }
}

/// Takes the values of the attributes that are stored.
private struct Flagged: AppearanceVisitor {
  mutating func visit<Value: AppearanceValue>(
    _ attribute: ElementAttribute, _ own: inout Value, _ other: Value, plain: Value,
    composed: (Value, Value) -> Value
  ) {
    if attribute.storedFlag != nil { own = other }
  }
}
