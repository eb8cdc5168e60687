import HTTPServer
import Wire

/// The bytes of a token that are signed: version, rights, expiry, signer, collection; with a subject, the length of the
/// collection in front of it and the subject behind it.
///
/// Every field but the last has a fixed or a given length, and all bits have a meaning, so that a token has one sequence of bytes.
/// Nothing in them selects an algorithm, unlike the header of a JSON Web Token: the version stands for all of it.
extension AccessToken {
  /// The versions of the form: without a subject, and with one. Another form, or another algorithm, would have another.
  private static let version: UInt8 = 1, versionWithSubject: UInt8 = 2
  /// The offset of the id of the signer.
  private static let signerStart = 10
  private static let collectionStart = signerStart + TokenSigner.idLength

  /// The largest number of bytes.
  static let byteLimit = collectionStart + 1 + CollectionID.lengthLimit + RequestID.longest

  /// Returns the bytes to sign.
  func bytes(signer: [UInt8]) -> [UInt8] {
    let version = subject == nil ? Self.version : Self.versionWithSubject
    var bytes = [version, rights.reduce(0) { $0 | $1.bit }]
    withUnsafeBytes(of: expiry.bigEndian) { bytes.append(contentsOf: $0) }
    bytes += signer
    if subject != nil { bytes.append(UInt8(clamping: collection.utf8.count)) }
    return bytes + Array(collection.utf8) + Array((subject ?? "").utf8)
  }

  /// Reads signed bytes; nil unless they are those of a token.
  init?(_ bytes: ArraySlice<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count > Self.collectionStart else { return nil }
    var rest = bytes[Self.collectionStart...]
    if bytes[0] == Self.versionWithSubject {
      let length = Int(clamping: rest.removeFirst())
      guard let text = String(validating: rest.dropFirst(length), as: UTF8.self), RequestID.isSafe(text)
      else {
        return nil
      }
      subject = text
      rest = rest.prefix(length)
    } else if bytes[0] != Self.version {
      return nil
    }
    guard let id = String(validating: rest, as: UTF8.self), CollectionID.isValid(id) else { return nil }
    collection = id
    rights = Set(AccessRight.allCases.filter { bytes[1] & $0.bit != 0 })
    guard !rights.isEmpty, bytes[1] == rights.reduce(0, { $0 | $1.bit }) else { return nil }
    expiry = bytes[2..<Self.signerStart].reduce(0) { $0 << 8 | Int64(truncatingIfNeeded: $1) }
  }

  /// The id of the signer in signed bytes; nil if there are too few of them.
  static func signer(of bytes: ArraySlice<UInt8>) -> [UInt8]? {
    let bytes = Array(bytes)
    return bytes.count > collectionStart ? Array(bytes[signerStart..<collectionStart]) : nil
  }
}
