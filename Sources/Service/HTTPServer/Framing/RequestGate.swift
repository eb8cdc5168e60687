/// Follows the bytes of a connection and finds where each request ends.
///
/// It refuses everything that two servers could read in two ways (RFC 9112, 11.2): a request in a request's body is how
/// clients get past a proxy. libmicrohttpd reads leniently, so no byte reaches it before it has been here: a head that the
/// gate lets pass, libmicrohttpd frames in the same way, and rejects none with an error of its own.
///
/// Bytes may come in pieces of any size. Nothing is copied, and no memory is allocated. The separators of cookies alone are
/// changed.
struct RequestGate {
  /// The role of the bytes of a piece.
  enum Verdict: Equatable {
    /// All belong to a request that goes on.
    case more
    /// So many belong to the request, which is now complete. Those after them have not been looked at.
    case complete(Int)
    /// None may be used: they are no request that the server takes. The gate stays closed.
    case refused(TransportError)
  }

  struct Limits {
    /// Bytes of a target, for the problem of a head that is too large because of its target. Another target that is too
    /// long passes, so that its request has an id.
    var target: Int
    /// Bytes of a head, with `recordSize` more for each field and query item, and the copy of a cookie.
    var head: Int
    /// Bytes of a body; a length too large for a number is compared with nothing else.
    var body: Int
  }

  enum State: UInt8 {
    // Up to the body, and again in the trailer of a chunked one.
    case start, emptyLine, method, target, version, lineEnd
    case field, name, blank, value, cookie, length, coding, host, fieldEnd, headEnd
    case body
    case chunkSize, chunkExtension, chunkSizeEnd, chunk, chunkReturn, chunkEnd
    case refused
  }

  /// The fields that the gate reads.
  enum Field { case other, cookie, host, length, coding }

  let limits: Limits
  var state = State.start
  /// The number of heads that have passed.
  private(set) var heads = 0
  /// How the body of the last head that passed is delimited.
  private(set) var framing = RequestFraming.none

  // The request line and the fields of the request that is arriving.
  var skippedEmptyLine = false
  /// The last eight bytes of the method so far.
  var method: UInt64 = 0
  var isVersion10 = false
  var hasHost = false
  var hasLength = false
  var hasCoding = false
  /// Whether the fields are those of a trailer.
  var isTrailer = false
  /// Bytes since the beginning of the current element.
  var position = 0
  /// A bit for each field of interest whose name begins like the current one.
  var candidates: UInt32 = 0
  var current = Field.other
  var hostPart = HostPart.start
  /// Bytes that libmicrohttpd needs for the head so far, apart from those of the head itself.
  var records = 0
  /// Bytes of the head so far.
  private var headBytes = 0
  /// Bytes of the body, or of its current chunk, that are still to come.
  var remaining: UInt64 = 0

  /// The memory that libmicrohttpd takes for each field, query item and cookie.
  static var recordSize: Int { 64 }
  /// Bytes of a trailer section, counted like a head.
  static var trailerLimit: Int { 2048 }

  init(limits: Limits) { self.limits = limits }

  /// Whether the method of the request that is arriving is `HEAD`, to which a response has no body.
  var isHead: Bool { method == 0x4845_4144 }

  /// Judges the next bytes.
  ///
  /// - Complexity: O(n) in the number of bytes of heads and chunk sizes; bytes of bodies cost nothing.
  mutating func consume(_ mutableBytes: UnsafeMutableRawBufferPointer) -> Verdict {
    let bytes = UnsafeRawBufferPointer(mutableBytes)
    do throws(TransportError) {
      var index = 0
      while index < bytes.count {
        switch state {
        case .refused: throw .malformedRequest("The connection is closed.")
        case .body, .chunk: skip(bytes, &index)
        case .chunkSize, .chunkExtension, .chunkSizeEnd, .chunkReturn, .chunkEnd:
          try readChunkLines(bytes, &index)
        default:
          let start = index
          try readHead(bytes, &index)
          headBytes += index - start
          try checkSize()
          if state == .headEnd, index < bytes.count { try endHead(bytes, &index) }
        }
        if state == .start, !skippedEmptyLine { return .complete(index) }
      }
      return .more
    } catch {
      state = .refused
      return .refused(error)
    }
  }

  private func checkSize() throws(TransportError) {
    let limit = isTrailer ? Self.trailerLimit : limits.head
    // libmicrohttpd stores the records beside a buffer that is half of the connection's memory.
    guard headBytes + records <= limit, records <= max(limit / 2, Self.recordSize) else {
      throw state == .target ? .targetTooLong(limit: limits.target) : .headTooLarge(limit: limit)
    }
  }

  /// Reads the line feed of the empty line that ends a head or a trailer.
  private mutating func endHead(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) throws(TransportError) {
    guard bytes[index] == Byte.lineFeed else { throw .malformedRequest(Malformed.lineEnd) }
    index += 1
    if isTrailer { return beginRequest() }
    guard hasHost || isVersion10 else { throw .malformedRequest("The request has no Host.") }
    guard !hasCoding || !hasLength else {
      throw .malformedRequest("The request has both Content-Length and Transfer-Encoding.")
    }
    guard !hasCoding || !isVersion10 else {
      throw .malformedRequest("A request of HTTP/1.0 has no Transfer-Encoding.")
    }
    heads += 1
    framing = hasCoding ? .chunked : hasLength ? .length(Int(clamping: remaining)) : .none
    if hasCoding {
      position = 0
      remaining = 0
      state = .chunkSize
    } else if remaining > 0 {
      state = .body
    } else {
      beginRequest()
    }
  }

  mutating func beginTrailer() {
    isTrailer = true
    headBytes = 0
    records = 0
    state = .field
  }

  private mutating func beginRequest() {
    skippedEmptyLine = false
    method = 0
    isVersion10 = false
    hasHost = false
    hasLength = false
    hasCoding = false
    isTrailer = false
    headBytes = 0
    records = 0
    remaining = 0
    state = .start
  }

  /// Skips bytes of a body or of a chunk.
  private mutating func skip(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) {
    let count = min(remaining, UInt64(bytes.count - index))
    index += Int(count)
    remaining -= count
    guard remaining == 0 else { return }
    if state == .chunk { state = .chunkReturn } else { beginRequest() }
  }
}

/// Why a request is malformed, where several places find it.
enum Malformed {
  static var lineEnd: String { "A line does not end with CR and LF." }
  static var control: String { "A field's value has a control character." }
}
