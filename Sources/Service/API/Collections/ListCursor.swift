import Digest
import Wire

/// A place in a list of collections, from which the next page goes on: behind an id, whether or not it still exists.
struct ListCursor: Hashable {
  /// The id of the last collection before the place.
  let id: String
  /// A digest of the filters of the list.
  private let filter: [UInt8]

  /// Creates the cursor of a place in a list.
  ///
  /// - Parameter filter: the filters of the list as text, which are the same on each of its pages.
  init(id: String, filter: String) {
    self.init(id: id, digest: Self.digest("filter", filter))
  }

  private init(id: String, digest: [UInt8]) {
    self.id = id
    self.filter = digest
  }

  /// Reads `cursor`; nil for a text that was no `nextCursor`.
  init?(_ text: String) {
    guard let bytes = Base64URL.decode(Substring(text).utf8), bytes.count > 2 * Self.digestLength else {
      return nil
    }
    let id = String(decoding: bytes.dropLast(2 * Self.digestLength), as: UTF8.self)
    let filter = Array(bytes.dropLast(Self.digestLength).suffix(Self.digestLength))
    guard CollectionID.isValid(id), ListCursor(id: id, digest: filter).text == text else { return nil }
    self.init(id: id, digest: filter)
  }

  /// Whether it is a place in a list with these filters.
  func isOfList(filteredBy filter: String) -> Bool { self.filter == Self.digest("filter", filter) }

  /// The text in `cursor` and `nextCursor`: the id, the digest of the filters and a check sum.
  var text: String {
    let place = Array(id.utf8) + filter
    return Base64URL.encode(
      place + SHA256.hash(joining: [Array("list ".utf8), place]).prefix(Self.digestLength))
  }

  private static let digestLength = 4

  private static func digest(_ purpose: String, _ text: String) -> [UInt8] {
    Array(SHA256.hash(joining: [Array(purpose.utf8), Array(text.utf8)]).prefix(digestLength))
  }
}
