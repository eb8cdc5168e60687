/// What a token allows: some requests about one collection, for a while.
struct AccessToken: Hashable, Sendable {
  /// The id of the collection, among those of the owner that the token was issued for.
  var collection: String
  var rights: Set<AccessRight>
  /// When the token expires, in milliseconds since 1970.
  var expiry: Int64
  /// Who the tenant says has the token; nil if it does not say so. The log and the history name it.
  var subject: String?
}

/// A right of a token: a part of the requests about its collection. Requests that belong to no right take a key.
enum AccessRight: String, CaseIterable, Sendable {
  /// Reads the collection: its description, elements, scroll targets, viewports, events and history.
  case read
  /// Moves, creates and deletes viewports, and reports measured sizes.
  case scroll
  /// Changes items, sections and the layout, and moves items interactively.
  case change

  /// The bit that stands for the right in the bytes of a token.
  var bit: UInt8 {
    switch self {
    case .read: 1
    case .scroll: 2
    case .change: 4
    }
  }
}

/// Why a token is not accepted.
enum AccessTokenError: Error, Hashable {
  /// It is no token, was not signed with a current secret for a tenant with a key, or was altered.
  case invalid
  case expired
}
