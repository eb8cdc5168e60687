import Digest
import Text

/// A font file that a client sent.
struct OwnFont: Sendable {
  /// The SHA-256 of the file, in hexadecimal.
  let id: String
  /// The size of the file as it was sent.
  let bytes: Int
  let file: FontFile
  let families: [FontFamilyDescription]

  /// Reads a file.
  ///
  /// - Parameter limit: the largest size of the font without compression, in bytes.
  /// - Throws: `FontFileError`.
  /// - Complexity: O(n) for n bytes, and for n code points of each face.
  init(_ bytes: [UInt8], id: String, limit: Int) throws(FontFileError) {
    self.id = id
    self.bytes = bytes.count
    file = try FontFile(bytes, limit: limit)
    families = file.describedFamilies()
  }

  /// Returns the id of a file.
  ///
  /// - Complexity: O(n) for n bytes.
  static func id(of bytes: [UInt8]) -> String { SHA256.hexadecimal(bytes) }
}
