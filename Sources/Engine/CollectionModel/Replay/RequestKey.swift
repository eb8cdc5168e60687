/// The `Idempotency-Key` of a request, and what distinguishes the request from others with the same key.
public struct RequestKey: Hashable, Sendable {
  /// Under what a journal stores a request: it has at most one request of each name.
  public struct Name: Hashable, Sendable {
    /// The name of the tenant; empty if the service runs without API keys.
    public var owner: String
    /// The collection of the caller's token; empty for a caller with an API key. Pages with tokens learn nothing of the
    /// keys of others.
    public var scope: String
    /// The key that the client chose.
    public var key: String

    /// Creates the name of a request.
    public init(owner: String, scope: String = "", key: String) {
      self.owner = owner
      self.scope = scope
      self.key = key
    }
  }

  /// The name under which a journal stores the request.
  public var name: Name
  /// A hash of everything that the client asks for; it does not depend on the process.
  public var fingerprint: [UInt8]

  /// Creates a key of a name and the fingerprint of the request.
  public init(_ name: Name, fingerprint: [UInt8]) {
    self.name = name
    self.fingerprint = fingerprint
  }
}
