import LayoutEngine

/// The flags of those attributes of an item's appearance that are stored.
struct StoredAttributes: AttributeSink {
  private(set) var flags: UInt8 = 0

  @inline(__always)
  mutating func attribute<Value: AttributeValue>(_ attribute: ElementAttribute, _ value: Value) {
    if let flag = attribute.storedFlag { flags |= 1 << UInt8(truncatingIfNeeded: flag) }
  }
}

/// The values of the attributes with flags, one after the other.
extension StoredWriter: AttributeSink, AttributeWriter {
  @inline(__always)
  mutating func attribute<Value: AttributeValue>(_ attribute: ElementAttribute, _ value: Value) {
    if attribute.storedFlag != nil { value.write(to: &self) }
  }

  mutating func number(_ number: Double) { write(number: number) }

  mutating func number(_ number: Int) { write(signed: number) }
}

extension StoredReader: AttributeReader {}

/// Reads the attributes whose flags are set.
struct StoredAttributesReader: AppearanceVisitor {
  let flags: StoredFlags
  private(set) var reader: StoredReader

  init(flags: StoredFlags, reader: StoredReader) {
    self.flags = flags
    self.reader = reader
  }

  @inline(__always)
  mutating func visit<Value: AppearanceValue>(
    _ attribute: ElementAttribute, _ own: inout Value, _ other: Value, plain: Value,
    composed: (Value, Value) -> Value
  ) throws(StoredFormError) {
    if let flag = attribute.storedFlag, flags[flag] { own = try Value(from: &reader) }
  }
}
