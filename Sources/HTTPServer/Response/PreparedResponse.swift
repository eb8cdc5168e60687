import CMicrohttpd

/// An answer in libmicrohttpd's form, ready to be queued: made wherever `respond` is called, off the event thread.
///
/// `@unchecked Sendable`: nothing changes after `init` but a stream, which has a lock of its own, and the library counts
/// references to a response under one of its own.
final class PreparedAnswer: @unchecked Sendable {
  let status: Int
  let bodyCount: Int
  /// The body, if it is written while it is sent.
  let stream: StreamPipe?
  let preparedAt = ContinuousClock.now
  private let response: OpaquePointer

  /// Nil when memory has run out, or the body is a stream that is another answer's already.
  ///
  /// A header that would break the head (a line feed in a value) is left out.
  init?(_ answer: Response, isHeadOnly: Bool) {
    guard let response = Self.make(answer.body) else { return nil }
    status = answer.status
    bodyCount = answer.bodyCount
    stream = if case .stream(let stream) = answer.body { stream.pipe } else { nil }
    self.response = response
    if isHeadOnly, stream != nil {
      // libmicrohttpd (as of 0.9.75) would send the last chunk behind a head that has no body.
      _ = cmhd_close_behind(response)
      _ = MHD_add_response_header(response, "Connection", "close")
    }
    for (name, value) in answer.headers {
      _ = name.withCString { name in value.withCString { MHD_add_response_header(response, name, $0) } }
    }
  }

  /// Hands the answer to its connection; event thread only. False when the library will not have it.
  func queue(on connection: OpaquePointer) -> MHD_Result {
    MHD_queue_response(connection, UInt32(status), response)
  }

  deinit {
    MHD_destroy_response(response)
    stream?.abandon()
  }

  private static func make(_ body: Response.Body) -> OpaquePointer? {
    switch body {
    case .bytes(let bytes) where !bytes.isEmpty:
      // The box keeps the array's storage alive, and nobody can write to storage that is shared: the address holds
      // until the library lets go of the box.
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

  /// Bytes a client of HTTP/1.0 is given at a time. Every stream has room for as many; chunks are made elsewhere, in
  /// what the request has left of its connection's memory.
  private static var blockSize: Int { 1024 }

  private final class Box {
    let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }
  }
}
