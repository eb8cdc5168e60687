/// The one answer that a request is owed.
///
/// The first `respond` wins and later ones are ignored, so that a deadline and a worker may race. A responder that is
/// let go of unanswered answers `500` rather than leave its client hanging.
public final class Responder: Sendable {
  /// The head of the request that is to be answered.
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

  /// Answers, from any thread, during `handle` or after it; says whether this answer was the first.
  ///
  /// Compression happens here, on the caller's thread.
  /// - Complexity: O(n) in the length of a body that is compressed, else independent of it.
  @discardableResult
  public func respond(_ response: Response) -> Bool {
    guard !isFinished else {
      response.abandon()
      return false
    }
    guard let answer = core.prepare(response, for: head) else { return false }
    return core.deliver(answer, to: connection, serial)
  }

  /// Says whether the request has been answered, or its connection has ended.
  public var isFinished: Bool { !connection.isWaiting(serial) }

  /// Asks the kernel whether the client has closed its connection; false once the request is answered.
  ///
  /// A system call: ask before starting on something long, and now and then within it.
  public var isClientGone: Bool { connection.isClientGone(serial) }

  deinit {
    if !isFinished { respond(core.handler.refusal(.unanswered, head)) }
  }
}
