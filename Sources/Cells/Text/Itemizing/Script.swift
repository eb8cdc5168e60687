internal import CHarfBuzz
internal import CICU

/// The scripts of characters, by HarfBuzz's tags.
enum Script {
  static let common = HB_SCRIPT_COMMON.rawValue

  /// Returns whether a tag is a script, and not the tag of characters of many scripts or of none.
  static func isReal(_ script: UInt32) -> Bool { script != common && script != HB_SCRIPT_INHERITED.rawValue }

  /// Returns whether the letters of a script join.
  static func isCursive(_ script: UInt32) -> Bool {
    switch hb_script_t(rawValue: script) {
    case HB_SCRIPT_ARABIC, HB_SCRIPT_HANIFI_ROHINGYA, HB_SCRIPT_MANDAIC, HB_SCRIPT_MONGOLIAN, HB_SCRIPT_NKO,
      HB_SCRIPT_PHAGS_PA, HB_SCRIPT_SYRIAC:
      true
    default: false
    }
  }

  /// Returns whether punctuation among letters of a script gives up space: in Hebrew, HarfBuzz leaves out the positions of a
  /// font that has none for Hebrew letters.
  static func trimsSpacing(_ script: UInt32) -> Bool { script != HB_SCRIPT_HEBREW.rawValue }

  /// Returns the script that the rules of fonts know: one for both kana, so that a long-vowel mark between them is kerned
  /// with either, as in a browser.
  static func shaped(_ script: UInt32) -> UInt32 {
    script == HB_SCRIPT_KATAKANA.rawValue ? HB_SCRIPT_HIRAGANA.rawValue : script
  }

  /// Returns the script of a character.
  static func of(_ codePoint: UInt32) -> UInt32 {
    switch codePoint {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F: HB_SCRIPT_LATIN.rawValue
    case ..<0x80: common
    default: chb_script(codePoint).rawValue
    }
  }

  /// Returns the script whose fonts are searched for a character without a script: the script of the text around it if
  /// that uses the character, else Han if it does, else the first script that does, else the script of the text around it.
  ///
  /// - Complexity: O(n) in the number of scripts that use the character.
  static func using(_ codePoint: UInt32, around script: UInt32) -> UInt32 {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { tags in
      let count = Int(cicu_script_extensions(Int32(codePoint), tags.baseAddress, 64))
      let users = tags[..<count]
      guard let first = users.first, !users.contains(script) else { return script }
      return users.contains(HB_SCRIPT_HAN.rawValue) ? HB_SCRIPT_HAN.rawValue : first
    }
  }
}
