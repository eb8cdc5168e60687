import Collections
import Diagnostics
import HTTPServer
import Wire

/// The representations for which a client wants its request carried out (RFC 9110, 13.1).
struct Preconditions: Sendable {
  private enum Field: Sendable {
    case absent
    /// `*`.
    case any
    case tags([GivenTag])
    /// Neither `*` nor a list of entity tags.
    case malformed(String)

    init(_ name: String, of headers: Headers) {
      guard headers.contains(name) else {
        self = .absent
        return
      }
      let text = headers.values(name).joined(separator: ",")
      self = Substring(text).trimmed == "*" ? .any : GivenTag.list(text).map { .tags($0) } ?? .malformed(text)
    }
  }

  /// Whether the request has none.
  var isEmpty: Bool {
    if case .absent = match, case .absent = noneMatch { true } else { false }
  }

  private let match: Field
  private let noneMatch: Field

  init(_ headers: Headers) {
    match = Field("If-Match", of: headers)
    noneMatch = Field("If-None-Match", of: headers)
  }
}

/// Preconditions of requests that read.
extension Preconditions {
  /// Whether `If-Match` has the version of a representation, in whatever form the client has that version.
  ///
  /// - Throws: `badRequest` for an `If-Match` that is not a list of entity tags.
  func match(_ tag: EntityTag) throws(Problem) -> Bool {
    switch match {
    case .absent, .any: return true
    case .tags(let tags): return tags.contains { !$0.isWeak && $0.version == tag.version }
    case .malformed(let text): throw Self.malformed("If-Match", text)
    }
  }

  /// Returns the tag in `If-None-Match` that is that of a representation, in a coding that the client accepts; nil if
  /// the client has none of them. Tags are compared weakly.
  func known(_ tag: EntityTag, in codings: AcceptedCodings) -> String? {
    let plain = tag.opaque
    let compressed = plain + AcceptedCodings.gzipTagSuffix
    let brotli = plain + AcceptedCodings.brotliTagSuffix
    switch noneMatch {
    case .absent, .malformed: return nil
    case .any: return codings.includeIdentity ? plain : compressed
    case .tags(let tags):
      if codings.includeBrotli, tags.contains(where: { $0.opaque == brotli }) { return brotli }
      if codings.preferGzip, tags.contains(where: { $0.opaque == compressed }) { return compressed }
      if codings.includeIdentity, tags.contains(where: { $0.opaque == plain }) { return plain }
      return codings.includeGzip && tags.contains { $0.opaque == compressed } ? compressed : nil
    }
  }
}

/// Preconditions of requests that change something.
extension Preconditions {
  /// Returns the versions at which the client wants a change made.
  ///
  /// - Throws: `badRequest` for an `If-Match` or an `If-None-Match` that is not a list of entity tags.
  func versions() throws(Problem) -> VersionCondition {
    if case .malformed(let text) = noneMatch { throw Self.malformed("If-None-Match", text) }
    switch match {
    case .absent, .any: return .any
    // Tags are compared by their characters: another spelling of the number is another tag.
    case .tags(let tags):
      return .oneOf(
        tags.compactMap { tag in
          guard !tag.isWeak, let version = Int(tag.version), "\(version)" == tag.version else { return nil }
          return version
        })
    case .malformed(let text): throw Self.malformed("If-Match", text)
    }
  }

  /// Whether the client allows a change at certain versions only.
  var demandsVersion: Bool { if case .tags = match { true } else { false } }

  /// Rejects a change of a resource that exists, or does not, against `*` or `If-None-Match`.
  ///
  /// - Parameters:
  ///   - exists: whether the resource of the request exists.
  ///   - version: the newest version of the collection.
  /// - Throws: `versionMismatch`.
  func require(exists: Bool, at version: Int) throws(Problem) {
    let tag = EntityTag(version: version)
    let reason: String?
    switch (match, noneMatch) {
    case (.any, _) where !exists: reason = "The resource does not exist, which If-Match requires."
    case (_, .any) where exists: reason = "The resource exists, which If-None-Match excludes."
    case (_, .tags(let tags)) where exists && tags.contains { $0.version == tag.version }:
      reason = "The collection is at version \(version), which If-None-Match excludes."
    default: reason = nil
    }
    if let reason { throw Problem(.versionMismatch, reason, headers: [tag.field]) }
  }

  private static func malformed(_ name: String, _ text: String) -> Problem {
    Problem(
      .badRequest,
      "\(name) takes entity tags, such as \"7\" in quotation marks, or *, not \(text.shortened(to: 60)).")
  }
}
