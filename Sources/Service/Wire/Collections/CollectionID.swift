/// The ids of collections.
package enum CollectionID {
  /// The largest length of an id, in characters.
  package static let lengthLimit = 128

  /// Whether an id can be part of a path without escapes.
  package static func isValid(_ id: String) -> Bool {
    isPrefix(id) && id != "." && id != ".."
  }

  /// Whether ids can begin with a text that is not empty.
  package static func isPrefix(_ text: String) -> Bool {
    (1...lengthLimit).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
          UInt8(ascii: "~"):
          true
        default: false
        }
      }
  }

  /// Whether a space in which collections share measurements can have a name.
  package static func isSpaceName(_ name: String) -> Bool { (1...lengthLimit).contains(name.utf8.count) }

  /// Returns an unguessable id: 96 bits from the system's source of randomness.
  package static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")  // Crockford's base 32
    return String((0..<20).map { _ in alphabet[Int(generator.next() & 31)] })
  }
}
