import Digest
import Wire

/// A place in a list of collections, from which the next page goes on: behind an id, whether or not it still exists.
struct ListCursor: Hashable {
  /// The id of the last collection before the place.
  let id: String

  init(id: String) { self.id = id }

  /// Reads `cursor`; nil for a text that was no `nextCursor`.
  init?(_ text: String) {
    guard let bytes = Base64URL.decode(Substring(text).utf8), bytes.count > Self.checkLength else {
      return nil
    }
    let id = String(decoding: bytes.dropLast(Self.checkLength), as: UTF8.self)
    guard CollectionID.isValid(id), ListCursor(id: id).text == text else { return nil }
    self.id = id
  }

  /// The text in `cursor` and `nextCursor`: the id and a check sum.
  var text: String {
    let id = Array(id.utf8)
    return Base64URL.encode(id + SHA256.hash(joining: [Array("list ".utf8), id]).prefix(Self.checkLength))
  }

  private static let checkLength = 4
}
