import Collections
import HTTPServer

/// The versions for which a client wants its request carried out (RFC 9110, 13.1).
struct Preconditions: Sendable {
  /// The versions of `If-Match`; nil if it is not a list of entity tags.
  private let match: VersionCondition?
  /// The list of `If-None-Match`.
  private let known: String

  init(_ headers: Headers) {
    known = headers.values("If-None-Match").joined(separator: ",")
    let fields = headers.values("If-Match")
    let tags = fields.joined(separator: ",")
    if fields.isEmpty || Substring(tags).trimmed == "*" {
      match = .any
    } else if Substring(tags).trimmed.isEmpty {
      match = nil
    } else {
      match = EntityTag.versions(in: tags).map { .oneOf($0) }
    }
  }

  /// Returns the versions for which the client wants a change made.
  ///
  /// - Throws: `badRequest` for an `If-Match` that is not a list of entity tags.
  func versions() throws(Problem) -> VersionCondition {
    guard let match else { throw Problem(.badRequest, "If-Match takes entity tags, such as \"7\", or *.") }
    return match
  }

  /// Whether the client already has a version.
  func isKnown(_ version: Int) -> Bool {
    if known.isEmpty { return false }
    return Substring(known).trimmed == "*"
      || EntityTag.versions(in: known, weak: true)?.contains(version) ?? false
  }
}

/// The entity tags of collections: their versions.
enum EntityTag {
  /// The header field of a version.
  static func header(_ version: Int) -> (name: String, value: String) { ("ETag", "\"\(version)\"") }

  /// Returns the versions in a list of entity tags, ignoring tags that are not versions; nil if it is not such a
  /// list.
  ///
  /// - Parameter weak: whether weak tags count.
  static func versions(in list: String, weak: Bool = false) -> [Int]? {
    var versions: [Int] = []
    for part in list.split(separator: ",") {
      var tag = part.trimmed
      let isWeak = tag.hasPrefix("W/")
      if isWeak { tag = tag.dropFirst(2) }
      guard tag.count >= 2, tag.hasPrefix("\""), tag.hasSuffix("\"") else { return nil }
      // Tags are compared by their characters: another spelling of the number is another tag.
      let text = tag.dropFirst().dropLast()
      if let version = Int(text), "\(version)" == text, weak || !isWeak { versions.append(version) }
    }
    return versions
  }
}
