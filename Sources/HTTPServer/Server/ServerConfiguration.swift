/// The configuration of a `Server`: its address and its limits. A new one has the defaults that the documentation states.
public struct ServerConfiguration: Sendable {
  /// The address to listen on: IPv4, IPv6 without brackets, or a name.
  public var host = "127.0.0.1"
  /// The port to listen on; 0 takes a free port.
  public var port: UInt16 = 0
  /// Open connections in total; the server closes more as soon as it has accepted them.
  public var connectionLimit = 1024
  /// Open connections from one address; 0 sets no limit.
  public var perIPConnectionLimit = 256
  /// Seconds that a connection may be silent, between requests or within one, before the server closes it. At least 1.
  public var idleTimeout = 60
  /// Seconds that a client may take to send one whole request, head and body.
  ///
  /// The idle timeout alone does not stop a trickle: a byte now and then keeps a connection awake for ever.
  public var requestDeadline = 30.0
  /// Bytes that libmicrohttpd reserves for one connection: request head, read buffer and response head.
  ///
  /// libmicrohttpd clears them for each request: an excess costs time as well as memory.
  public var headerMemory = 32 << 10
  /// Bytes of a request target; above it `414`. A target that exceeds `headerMemory` never reaches this check.
  public var uriLimit = 8 << 10
  /// Bytes of a request body, as sent and again once decompressed; above it `413`.
  public var bodyLimit = 64 << 20
  /// Bytes from which a response's body is compressed for a client that accepts gzip.
  public var gzipFloor = 1024
  /// zlib's level, 1 (fast) to 9 (small).
  public var gzipLevel = 1

  /// Creates a configuration with the defaults.
  public init() {}
}
