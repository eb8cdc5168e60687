internal import CHarfBuzz
internal import CICU

/// The scripts of characters, as HarfBuzz counts them.
enum Script {
  static let common = HB_SCRIPT_COMMON.rawValue

  /// Whether this is a script, rather than what stands for characters of many or of none.
  static func isReal(_ script: UInt32) -> Bool { script != common && script != HB_SCRIPT_INHERITED.rawValue }

  /// The script of a character.
  static func of(_ codePoint: UInt32) -> UInt32 {
    switch codePoint {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F: HB_SCRIPT_LATIN.rawValue
    case ..<0x80: common
    default: chb_script(codePoint).rawValue
    }
  }

  /// The script whose fonts a character of no script is looked for in: that of the text around it if it uses the
  /// character, else Han if it does, else the first that does, else that of the text around it.
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
