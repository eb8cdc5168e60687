/// The tag of a language (BCP 47) in a form that is safe in the names of files and locales.
struct Language: Hashable {
  /// Subtags of letters and digits with hyphens between them, such as `de-AT`.
  let tag: String

  /// The longest tag in use, in characters.
  private static let longestTag = 35

  /// Makes a language; nil if a text is no tag. Underscores count as hyphens, and letters of the region become capitals.
  init?(_ text: String) {
    guard text.utf8.count <= Self.longestTag else { return nil }
    let parts = text.replacing("_", with: "-").split(separator: "-", omittingEmptySubsequences: false)
    guard let base = parts.first, (2...8).contains(base.utf8.count),
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isAlphanumeric) })
    else { return nil }
    let others = parts.dropFirst().map { $0.utf8.count == 2 ? $0.uppercased() : String($0) }
    tag = ([base.lowercased()] + others).joined(separator: "-")
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
