/// A response: status, header fields, body.
public struct Response: Sendable {
  /// The body of a response.
  public enum Body: Sendable {
    case empty
    /// Sent from where the bytes are; never copied.
    case bytes([UInt8])
    /// Bytes that live as long as the process, such as files linked into it.
    case immortal(ImmortalBytes)
    /// Sent from the source's own memory; never copied.
    case source(any ByteSource)
    /// Written while it is sent: chunked, or until the connection closes for a client of HTTP/1.0. Never compressed.
    /// The response to `HEAD` closes the connection.
    case stream(BodyStream)
  }

  /// The status code, 100 to 599.
  public var status: Int
  /// The header fields in their order, without those that the server adds.
  public var headers: [(name: String, value: String)]
  /// The body.
  public var body: Body
  /// Whether compression makes the body shorter; nil if its content type tells.
  public var isCompressible: Bool?
  /// Released once the response has been sent, or will not be.
  public var companion: (any AnyObject & Sendable)?

  /// Creates a response.
  public init(status: Int, headers: [(name: String, value: String)] = [], body: Body = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Creates a response whose body is bytes of a content type.
  public init(status: Int = 200, contentType: String, bytes: [UInt8]) {
    self.init(status: status, headers: [("Content-Type", contentType)], body: .bytes(bytes))
  }

  /// Returns a response whose body is plain text.
  public static func text(_ text: String, status: Int = 200) -> Response {
    Response(status: status, contentType: "text/plain; charset=utf-8", bytes: Array(text.utf8))
  }

  /// Returns the first value of a header, its name compared without regard to case; nil if it is not set.
  ///
  /// - Complexity: O(n) in the number of headers.
  public func header(_ name: String) -> String? {
    headers.first { equalIgnoringCase($0.name, name) }?.value
  }

  /// The length of the body in bytes; 0 for a stream.
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
  /// Ends the stream that would have been the body.
  func abandon() {
    if case .stream(let stream) = body, stream.pipe.claim() { stream.pipe.abandon() }
  }
}

/// An owner of bytes that never change and never move as long as it lives.
public protocol ByteSource: AnyObject, Sendable {
  /// The number of bytes.
  var count: Int { get }

  /// The bytes, which are valid as long as the source lives.
  var unsafeBytes: UnsafeRawBufferPointer { get }
}

/// Bytes that never change and are never freed.
///
/// `@unchecked Sendable`: its creator promises that the memory is immutable for the life of the process.
public struct ImmortalBytes: @unchecked Sendable {
  /// The bytes.
  public let buffer: UnsafeRawBufferPointer

  /// Creates a value for bytes in memory, which it does not copy.
  ///
  /// - Precondition: the memory never changes and is never freed.
  public init(_ buffer: UnsafeRawBufferPointer) { self.buffer = buffer }

  /// Creates bytes of a literal, in UTF-8.
  public init(_ text: StaticString) {
    buffer = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }
}

/// Compares ASCII names without regard to case.
func equalIgnoringCase(_ left: String, _ right: String) -> Bool {
  left.utf8.count == right.utf8.count
    && zip(left.utf8, right.utf8).allSatisfy { lowercased($0) == lowercased($1) }
}

extension Response {
  /// Adds a request field that the response depends on to `Vary`, unless it is there already.
  ///
  /// - Complexity: O(n) in the number of headers.
  public mutating func addVary(_ name: String) {
    guard let index = headers.firstIndex(where: { equalIgnoringCase($0.name, "Vary") }) else {
      headers.append(("Vary", name))
      return
    }
    let value = headers[index].value
    guard value != "*", !Self.lists(value, name) else { return }
    headers[index].value = value + ", " + name
  }

  /// Whether a list of names has this one; compared by bytes, because every response asks.
  private static func lists(_ value: String, _ name: String) -> Bool {
    guard value.utf8.count >= name.utf8.count else { return false }
    return value.utf8.split(separator: UInt8(ascii: ",")).contains { element in
      let bare = element.drop { $0 == UInt8(ascii: " ") }
      return equalIgnoringCase(String(Substring(bare)), name)
    }
  }
}
