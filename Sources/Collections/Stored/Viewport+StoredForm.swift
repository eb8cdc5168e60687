extension Viewport {
  /// The stored form of a screen: bytes from which it can be read again.
  ///
  /// - Complexity: O(n) for n bytes of words.
  public func stored() -> [UInt8] { StoredForm.of(.viewport) { write(to: &$0) } }

  /// Reads a stored screen.
  ///
  /// - Throws: `StoredFormError` for bytes that are none, whatever they are.
  /// - Complexity: O(n) for n bytes.
  public init(stored bytes: [UInt8], reading layouts: any LayoutReading) throws(StoredFormError) {
    self = try StoredForm.read(.viewport, from: bytes, layouts: layouts) { (reader) throws(StoredFormError) in
      try Viewport(from: &reader)
    }
  }
}
