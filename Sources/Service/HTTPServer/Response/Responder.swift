/// Sends the one response to a request.
///
/// The first `respond` wins and later ones are ignored, so a deadline and a worker may race. A responder that is released
/// without a response sends `500` rather than leave its client waiting.
public final class Responder: Sendable {
  /// The head of the request.
  public let head: RequestHead
  private let core: ServerCore
  private let connection: Connection
  private let serial: UInt64

  init(head: RequestHead, core: ServerCore, connection: Connection, serial: UInt64) {
    self.head = head
    self.core = core
    self.connection = connection
    self.serial = serial
  }

  /// Sends the response, from any thread, during `handle` or after it; returns whether it was the first.
  ///
  /// The response is compressed here, on the caller's thread.
  /// - Complexity: O(n) in the length of a body that is compressed, else independent of it.
  @discardableResult
  public func respond(_ response: Response) -> Bool {
    guard !isFinished else {
      response.abandon()
      return false
    }
    guard let prepared = core.prepare(response, for: head) else { return false }
    return core.deliver(prepared, to: connection, serial)
  }

  /// Whether there has been a response, or the connection has ended.
  public var isFinished: Bool { !connection.isWaiting(serial) }

  /// Whether the client has closed its connection, as the kernel sees it; false once there is a response.
  ///
  /// A system call: read it before long work, and now and then within it.
  public var isClientGone: Bool { connection.isClientGone(serial) }

  deinit {
    if !isFinished { respond(core.handler.errorResponse(.unanswered, id: head.id, head: head)) }
  }
}
