import CMicrohttpd

/// A response in libmicrohttpd's form, ready to be queued; created on the thread that calls `respond`.
///
/// `@unchecked Sendable`: only a stream changes after `init`, under its own lock, and libmicrohttpd counts references to a
/// response under a lock of its own.
final class PreparedResponse: @unchecked Sendable {
  let status: Int
  let bodyCount: Int
  /// The body, if it is written while it is sent.
  let stream: StreamPipe?
  let preparedAt = ContinuousClock.now
  private let handle: OpaquePointer
  private let companion: (any AnyObject & Sendable)?

  /// Nil when memory has run out, or the body is a stream that another response has already.
  ///
  /// A header that would break the head (a line feed in a value) is left out.
  init?(_ response: Response, isHeadOnly: Bool) {
    guard let handle = Self.make(response.body) else { return nil }
    status = response.status
    bodyCount = response.bodyCount
    companion = response.companion
    stream = if case .stream(let stream) = response.body { stream.pipe } else { nil }
    self.handle = handle
    if isHeadOnly, stream != nil {
      // libmicrohttpd would send the last chunk after a head that has no body (see the article "libmicrohttpd").
      _ = cmhd_close_behind(handle)
      _ = MHD_add_response_header(handle, "Connection", "close")
    }
    for (name, value) in response.headers {
      _ = name.withCString { name in value.withCString { MHD_add_response_header(handle, name, $0) } }
    }
  }

  /// Hands the response to its connection; event thread only. `.NO` when libmicrohttpd rejects it.
  func queue(on connection: OpaquePointer) -> MHD_Result {
    MHD_queue_response(connection, UInt32(status), handle)
  }

  deinit {
    MHD_destroy_response(handle)
    stream?.abandon()
  }

  private static func make(_ body: Response.Body) -> OpaquePointer? {
    switch body {
    case .bytes(let bytes) where !bytes.isEmpty:
      // The box keeps the array's storage alive, and shared storage is never written to: the address is valid until
      // libmicrohttpd releases the box.
      let box = Unmanaged.passRetained(Box(bytes))
      let start = UnsafeMutableRawPointer(mutating: bytes.withUnsafeBytes { $0.baseAddress })
      let response = MHD_create_response_from_buffer_with_free_callback_cls(
        bytes.count, start, { Unmanaged<Box>.fromOpaque($0!).release() }, box.toOpaque())
      if response == nil { box.release() }
      return response
    case .source(let source) where source.count > 0:
      let owner = Unmanaged<AnyObject>.passRetained(source)
      let response = MHD_create_response_from_buffer_with_free_callback_cls(
        source.count, UnsafeMutableRawPointer(mutating: source.unsafeBytes.baseAddress),
        { Unmanaged<AnyObject>.fromOpaque($0!).release() }, owner.toOpaque())
      if response == nil { owner.release() }
      return response
    case .immortal(let bytes) where !bytes.buffer.isEmpty:
      return MHD_create_response_from_buffer(
        bytes.buffer.count, UnsafeMutableRawPointer(mutating: bytes.buffer.baseAddress), .RESPMEM_PERSISTENT)
    case .stream(let stream):
      return make(stream.pipe)
    default:
      return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
    }
  }

  private static func make(_ stream: StreamPipe) -> OpaquePointer? {
    guard stream.claim() else { return nil }
    let owner = Unmanaged.passRetained(stream)
    let response = MHD_create_response_from_callback(
      cmhd_size_unknown, blockSize,
      { context, _, start, room in
        Unmanaged<StreamPipe>.fromOpaque(context!).takeUnretainedValue()
          .read(into: UnsafeMutableRawBufferPointer(start: start, count: room))
      }, owner.toOpaque(), { Unmanaged<StreamPipe>.fromOpaque($0!).release() })
    if response == nil {
      stream.abandon()
      owner.release()
    }
    return response
  }

  /// Bytes that a client of HTTP/1.0 is sent at a time. Every stream reserves as many; chunks are built elsewhere, in
  /// what the request has left of its connection's memory.
  private static var blockSize: Int { 1024 }

  private final class Box {
    let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }
  }
}
