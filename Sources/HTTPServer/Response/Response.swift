/// An answer: status, header fields, body.
public struct Response: Sendable {
  /// What follows an answer's head.
  public enum Body: Sendable {
    case empty
    /// Sent from where the bytes lie; never copied.
    case bytes([UInt8])
    /// Bytes that live as long as the process, such as files linked into it.
    case immortal(ImmortalBytes)
    /// Sent from where the source keeps them; never copied.
    case source(any ByteSource)
    /// Written while it is sent: chunked, or until the connection closes for a client of HTTP/1.0. Never compressed.
    /// The answer to `HEAD` closes the connection.
    case stream(BodyStream)
  }

  public var status: Int
  public var headers: [(name: String, value: String)]
  public var body: Body

  public init(status: Int, headers: [(name: String, value: String)] = [], body: Body = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A body of bytes with its content type.
  public init(status: Int = 200, contentType: String, bytes: [UInt8]) {
    self.init(status: status, headers: [("Content-Type", contentType)], body: .bytes(bytes))
  }

  /// A body of plain text.
  public static func text(_ text: String, status: Int = 200) -> Response {
    Response(status: status, contentType: "text/plain; charset=utf-8", bytes: Array(text.utf8))
  }

  /// The first value of a header, without regard to case; nil if it is not set.
  public func header(_ name: String) -> String? {
    headers.first { equalIgnoringCase($0.name, name) }?.value
  }

  /// Length of the body in bytes; 0 for a stream.
  public var bodyCount: Int {
    switch body {
    case .empty, .stream: 0
    case .bytes(let bytes): bytes.count
    case .immortal(let bytes): bytes.buffer.count
    case .source(let source): source.count
    }
  }
}

extension Response {
  /// Ends a stream that this would have been the answer for.
  func abandon() {
    if case .stream(let stream) = body, stream.pipe.claim() { stream.pipe.abandon() }
  }
}

/// An owner of bytes that nobody changes any more and that stay where they are as long as it lives.
public protocol ByteSource: AnyObject, Sendable {
  var count: Int { get }

  /// The bytes; good as long as the source is kept.
  var unsafeBytes: UnsafeRawBufferPointer { get }
}

/// Bytes that never change and are never freed.
///
/// `@unchecked Sendable`: whoever makes one promises that the memory is immutable for the life of the process.
public struct ImmortalBytes: @unchecked Sendable {
  public let buffer: UnsafeRawBufferPointer

  public init(_ buffer: UnsafeRawBufferPointer) { self.buffer = buffer }

  public init(_ text: StaticString) {
    buffer = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }
}

/// Compares ASCII names without regard to case.
func equalIgnoringCase(_ left: String, _ right: String) -> Bool {
  left.utf8.count == right.utf8.count
    && zip(left.utf8, right.utf8).allSatisfy { lowercased($0) == lowercased($1) }
}
