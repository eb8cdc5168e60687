internal import CICU

extension TextCase {
  /// Returns a text with its letters replaced by the rules of a language.
  ///
  /// - Parameter previous: the character before the text, which may belong to its first word.
  /// - Complexity: O(n) in the length of the text.
  func mapped(
    _ text: String, language: String?, after previous: Unicode.Scalar?
  ) throws(TextError) -> String {
    guard self != .none, !text.isEmpty else { return text }
    if self == .uppercase { return try mapped(text, language).keepingGeorgian(of: text) }
    guard self == .capitalize, let previous,
      previous.properties.isAlphabetic || previous.properties.numericType != nil
    else { return try mapped(text, language) }
    // The word that began before the text has its capital already: any letter stands for its beginning.
    return String(try mapped("x" + text, language).unicodeScalars.dropFirst())
  }

  private func mapped(_ text: String, _ language: String?) throws(TextError) -> String {
    guard let map = cicu_case_open(language ?? "") ?? cicu_case_open("") else { throw .outOfMemory }
    defer { cicu_case_close(map) }
    let kind: CICUCase =
      switch self {
      case .uppercase: CICU_UPPERCASE
      case .lowercase: CICU_LOWERCASE
      case .none, .capitalize: CICU_CAPITALIZE
      }
    // Most texts keep their length; others are mapped again with as much room as they need.
    var room = text.utf8.count + 16
    for _ in 0..<2 {
      var needed = 0
      let result = String(unsafeUninitializedCapacity: room) { buffer in
        var source = text
        needed = source.withUTF8 { bytes in
          let start = UnsafeRawPointer(bytes.baseAddress!).assumingMemoryBound(to: CChar.self)
          return buffer.withMemoryRebound(to: CChar.self) {
            Int(cicu_case_map(map, kind, $0.baseAddress, Int32(room), start, Int32(bytes.count)))
          }
        }
        return needed >= 0 && needed <= room ? needed : 0
      }
      guard needed >= 0 else { throw .outOfMemory }
      if needed <= room { return result }
      room = needed
    }
    throw .outOfMemory
  }
}

extension String {
  /// Returns capitals with the Georgian letters of the text that they are made from, as browsers leave them: few fonts have
  /// Georgian capitals.
  fileprivate func keepingGeorgian(of text: String) -> String {
    let capitals: ClosedRange<UInt32> = 0x1C90...0x1CBF
    let distance: UInt32 = 0xBC0
    guard unicodeScalars.contains(where: { capitals.contains($0.value) }),
      !text.unicodeScalars.contains(where: { capitals.contains($0.value) })
    else { return self }
    var kept = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      kept.append(
        capitals.contains(scalar.value) ? Unicode.Scalar(scalar.value - distance) ?? scalar : scalar)
    }
    return String(kept)
  }
}
