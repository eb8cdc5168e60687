/// How long a request's head declares its body to be.
public enum DeclaredBody: Hashable, Sendable {
  case bytes(Int)
  /// The body is sent in chunks; its length is unknown until its end.
  case chunked
}

/// The decision of a handler about a request by its head, before the body is read.
public enum HeadVerdict: Sendable {
  case accepted(AcceptedHead)
  /// The client gets the response instead of `100 Continue`; the body is not read, and the connection closes.
  case refused(Response)
}

/// A request that the handler takes, as far as its head says.
public struct AcceptedHead: Sendable {
  /// The client that the memory of the body is charged to: the owner of a key, or an address.
  public let tenant: String
  /// Whether the handler reads the body; bytes that nothing reads are dropped as they arrive.
  public let readsBody: Bool
  /// Handles the request once it has arrived, with the values that the handler has read from the head.
  let handle: @Sendable (Request, Responder) -> Void

  /// Creates an accepted request of a tenant, with the function that handles it.
  public init(
    tenant: String, readsBody: Bool, handle: @escaping @Sendable (Request, Responder) -> Void
  ) {
    self.tenant = tenant
    self.readsBody = readsBody
    self.handle = handle
  }
}
