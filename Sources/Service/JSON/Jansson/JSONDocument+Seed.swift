extension JSONDocument {
  /// Seeds the hash of jansson's keys from the system's randomness; later calls do nothing.
  ///
  /// Parsing does so by itself. A server calls it before it starts threads, so that a machine without randomness
  /// fails at the start.
  ///
  /// - Complexity: O(1)
  public static func seedHashing() { Jansson.seedHashing() }
}
