/// Where browsers break lines between two visible ASCII characters, which is not quite where UAX #14 does: addresses,
/// paths, dates and numbers stay whole more often.
///
/// The pairs were read off Chromium, by setting each of them into a line of no width.
enum ASCIIPairs {
  /// Whether a line may end between two characters from `!` to `~`; a hyphen before a digit looks at what is before it.
  ///
  /// - Complexity: O(1).
  static func canBreak(between first: UInt16, and second: UInt16, after previous: UInt16) -> Bool {
    switch UInt8(truncatingIfNeeded: first) {
    case UInt8(ascii: "-"):
      // A sign belongs to its number; between two parts of a number or a name there is a hyphen.
      isDigit(second) ? isAlphanumeric(previous) : afterHyphen[Int(second & 127)]
    case UInt8(ascii: "?"): afterQuestionMark[Int(second & 127)]
    default: afterPunctuation[Int(first & 127)] && beforeOpening[Int(second & 127)]
    }
  }

  private static let beforeOpening = table("(<[{")
  private static let afterPunctuation = table(##"!"#%&)*+,.:;=>\]|}~"##)
  private static let afterHyphen = table(##""#%&'(*+-<=>@[\^_`{|~"##, isWithLetters: true)
  private static let afterQuestionMark = table(##"#$%&(*+-0123456789<=>@[\^_`{|~"##, isWithLetters: true)

  private static func table(_ characters: String, isWithLetters: Bool = false) -> [Bool] {
    (0..<128).map { code in
      characters.utf8.contains(UInt8(code))
        || isWithLetters && isAlphanumeric(UInt16(code)) && !isDigit(UInt16(code))
    }
  }

  private static func isDigit(_ unit: UInt16) -> Bool { (0x30...0x39).contains(unit) }

  private static func isAlphanumeric(_ unit: UInt16) -> Bool {
    isDigit(unit) || (0x41...0x5A).contains(unit) || (0x61...0x7A).contains(unit)
  }
}
