import Collections
import HTTPServer

extension Call {
  /// The versions at which the client wants a change made, by `If-Match`.
  ///
  /// - Throws: `badRequest` for an `If-Match` that is no list of entity tags.
  func expectedVersions() throws(Problem) -> VersionCondition {
    let fields = request.head.headers.values("If-Match")
    let tags = fields.joined(separator: ",")
    if fields.isEmpty || Substring(tags).trimmed == "*" { return .any }
    guard !Substring(tags).trimmed.isEmpty, let versions = EntityTag.versions(in: tags) else {
      throw Problem(.badRequest, "If-Match takes entity tags, such as \"7\", or *.")
    }
    return .oneOf(versions)
  }

  /// Whether the client has the version already (`If-None-Match`).
  func isKnown(version: Int) -> Bool {
    let tags = request.head.headers.values("If-None-Match").joined(separator: ",")
    return Substring(tags).trimmed == "*"
      || EntityTag.versions(in: tags, weak: true)?.contains(version) ?? false
  }
}

/// The entity tags of collections: their versions.
enum EntityTag {
  /// The header field that tells of a version.
  static func header(_ version: Int) -> (name: String, value: String) { ("ETag", "\"\(version)\"") }

  /// The versions that are tagged in a list of entity tags, others left out; nil for what is no such list.
  ///
  /// - Parameter weak: whether tags count that say themselves to be weak.
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
