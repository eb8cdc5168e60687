/// The pairs of visible ASCII characters between which browsers break lines. They differ from UAX #14: addresses, paths,
/// dates and numbers stay whole more often.
///
/// Derived from Chromium, by setting each pair in a line of width 0.
enum ASCIIPairs {
  /// Returns whether a line may end between two characters from `!` to `~`. After a hyphen and before a digit, the
  /// character before the hyphen decides.
  ///
  /// - Complexity: O(1).
  static func canBreak(between first: UInt16, and second: UInt16, after previous: UInt16) -> Bool {
    switch UInt8(truncatingIfNeeded: first) {
    case UInt8(ascii: "-"):
      // A minus sign belongs to its number; a hyphen joins two parts of a number or a name.
      isDigit(second) ? isAlphanumeric(previous) : afterHyphen.contains(second)
    case UInt8(ascii: "?"): afterQuestionMark.contains(second)
    default: afterPunctuation.contains(first) && beforeOpening.contains(second)
    }
  }

  private static let beforeOpening = ASCIISet("(<[{")
  private static let afterPunctuation = ASCIISet(##"!"#%&)*+,.:;=>\]|}~"##)
  private static let afterHyphen = ASCIISet(##""#%&'(*+-<=>@[\^_`{|~"##, isWithLetters: true)
  private static let afterQuestionMark = ASCIISet(##"#$%&(*+-0123456789<=>@[\^_`{|~"##, isWithLetters: true)

  private static func isDigit(_ unit: UInt16) -> Bool { (0x30...0x39).contains(unit) }

  private static func isAlphanumeric(_ unit: UInt16) -> Bool {
    isDigit(unit) || (0x41...0x5A).contains(unit) || (0x61...0x7A).contains(unit)
  }
}

extension TextColumns {
  /// Marks the breaks between visible ASCII characters, and removes others there.
  ///
  /// - Complexity: O(n) in the length of the text.
  func markASCII() {
    var (beforeLast, last) = (UInt16(0), units[0])
    for index in 1..<max(1, count) {
      let unit = units[index]
      if (0x21...0x7E).contains(last), (0x21...0x7E).contains(unit) {
        let canBreak = ASCIIPairs.canBreak(between: last, and: unit, after: beforeLast)
        if canBreak { marks[index].insert(.canBreak) } else { marks[index].remove(.canBreak) }
      }
      (beforeLast, last) = (last, unit)
    }
  }
}

/// A set of ASCII characters. Bits instead of an array, whose reference count all threads would share.
private struct ASCIISet {
  private var (low, high): (UInt64, UInt64) = (0, 0)

  init(_ characters: String, isWithLetters: Bool = false) {
    let letters = isWithLetters ? "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" : ""
    for code in (characters + letters).utf8 {
      if code < 64 { low |= 1 << code } else { high |= 1 << (code & 63) }
    }
  }

  func contains(_ unit: UInt16) -> Bool { (unit & 64 == 0 ? low : high) >> (unit & 63) & 1 != 0 }
}
