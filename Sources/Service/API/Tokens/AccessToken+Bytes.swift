import Wire

/// The bytes of a token that are signed: version, rights, expiry, signer, collection.
///
/// Every field but the last has a fixed length, and all bits have a meaning, so that a token has one sequence of bytes.
/// Nothing in them selects an algorithm, unlike the header of a JSON Web Token: the version stands for all of it.
extension AccessToken {
  /// The version of the form. Another form, or another algorithm, would have another.
  private static let version: UInt8 = 1
  /// The offset of the id of the signer.
  private static let signerStart = 10
  private static let collectionStart = signerStart + TokenSigner.idLength

  /// The largest number of bytes.
  static let byteLimit = collectionStart + CollectionID.lengthLimit

  /// Returns the bytes to sign.
  func bytes(signer: [UInt8]) -> [UInt8] {
    var bytes = [Self.version, rights.reduce(0) { $0 | $1.bit }]
    withUnsafeBytes(of: expiry.bigEndian) { bytes.append(contentsOf: $0) }
    return bytes + signer + Array(collection.utf8)
  }

  /// Reads signed bytes; nil unless they are those of a token.
  init?(_ bytes: ArraySlice<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count > Self.collectionStart, bytes[0] == Self.version,
      let id = String(validating: bytes[Self.collectionStart...], as: UTF8.self), CollectionID.isValid(id)
    else { return nil }
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
