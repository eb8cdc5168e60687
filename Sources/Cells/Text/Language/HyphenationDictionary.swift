internal import CHyphen
internal import CICU
internal import Glibc
import Synchronization

/// The patterns of a file.
///
/// Unchecked, because C functions read the patterns through a pointer. Nothing changes them once they are loaded:
/// `hnj_hyphen_hyphenate2` only reads the dictionary, and has its own memory in each call. The converter changes with each
/// word, and has a lock.
final class HyphenationDictionary: @unchecked Sendable {
  private let dictionary: UnsafeMutablePointer<HyphenDict>
  private let converter: Mutex<Converter>
  private let isUTF8: Bool

  /// Loads a file; nil if it has no patterns, or patterns in an unknown character set.
  ///
  /// - Throws: `outOfFiles` if the process has no file descriptor or memory for it.
  init?(path: String) throws(TextError) {
    var error: Int32 = 0
    guard let dictionary = chyphen_load(path, &error) else {
      if FileShortage.isReported(by: error) { throw .outOfFiles }
      return nil
    }
    let isUTF8 = chyphen_is_utf8(dictionary) != 0
    let converter: OpaquePointer? = isUTF8 ? nil : cicu_converter_open(chyphen_charset(dictionary))
    if !isUTF8, converter == nil {
      hnj_hyphen_free(dictionary)
      return nil
    }
    self.dictionary = dictionary
    self.isUTF8 = isUTF8
    self.converter = Mutex(Converter(pointer: converter))
  }

  deinit {
    converter.withLock { converter in
      guard let pointer = converter.pointer else { return }
      cicu_converter_close(pointer)
    }
    hnj_hyphen_free(dictionary)
  }

  /// Returns the numbers of letters before which a hyphen may end a line.
  ///
  /// - Complexity: O(n) in the length of the word.
  func points(in word: [Unicode.Scalar]) throws(TextError) -> [Int] {
    guard var bytes = encoded(word) else { return [] }
    let length = bytes.count
    bytes.append(0)
    var hyphens = [CChar](repeating: 0, count: length + 6)
    guard chyphen_hyphenate(dictionary, bytes, Int32(length), &hyphens) == 0 else { throw .outOfMemory }
    return (1..<word.count).filter { hyphens[$0 - 1] & 1 != 0 }
  }

  /// Returns a word in the character set of the patterns; nil if it has a letter that they lack.
  private func encoded(_ word: [Unicode.Scalar]) -> [CChar]? {
    if isUTF8 { return String(String.UnicodeScalarView(word)).utf8.map { CChar(bitPattern: $0) } }
    let units = word.map { UInt16(truncatingIfNeeded: $0.value) }
    var bytes = [CChar](repeating: 0, count: word.count + 1)
    let length = converter.withLock { converter -> Int32 in
      guard let pointer = converter.pointer else { return -1 }
      return cicu_converter_encode(pointer, units, Int32(units.count), &bytes, Int32(bytes.count))
    }
    guard length == word.count else { return nil }
    return Array(bytes.prefix(Int(length)))
  }
}

/// What writes words in the character set of the patterns.
///
/// Unchecked, because it is a pointer: only the dictionary has it, and locks it.
private struct Converter: @unchecked Sendable {
  /// Nil if the character set is UTF-8.
  let pointer: OpaquePointer?
}
