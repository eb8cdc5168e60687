/// What a server listens on and what it puts up with: each limit by name, with its default.
public struct ServerConfiguration: Sendable {
  /// Where to listen: an IPv4 or IPv6 address (without brackets) or a name, and a port; port 0 takes a free one.
  public var host = "127.0.0.1"
  public var port: UInt16 = 0
  /// Open connections in all; more are closed as soon as they are accepted.
  public var connectionLimit = 4096
  /// Open connections from one address; 0 sets no limit.
  public var perIPConnectionLimit = 0
  /// Seconds a connection may be silent, between requests or within one, before it is closed. At least 1.
  public var idleTimeout = 60
  /// Seconds a client may take to send one whole request, head and body.
  ///
  /// The idle timeout alone does not stop a trickle: a byte now and then keeps a connection awake for ever.
  public var requestDeadline = 30.0
  /// Bytes that libmicrohttpd reserves for one connection: request head, read buffer and response head.
  ///
  /// It clears them for each request, so that more than is needed costs time, not only room.
  public var headerMemory = 16 << 10
  /// Bytes of a request target; above it `414`. Anything above `headerMemory` never gets as far.
  public var uriLimit = 8 << 10
  /// Bytes of a request body, as sent and again once inflated; above it `413`.
  public var bodyLimit = 16 << 20
  /// Bytes from which a response's body is compressed for a client that accepts gzip.
  public var gzipFloor = 1024
  /// zlib's level, 1 (fast) to 9 (small).
  public var gzipLevel = 1

  public init() {}
}
