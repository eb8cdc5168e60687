import Support

/// The configuration of a `Server`: its address and its limits. A new one has the defaults that the documentation states.
public struct ServerConfiguration: Sendable {
  /// The address to listen on: IPv4, IPv6 without brackets, or a name.
  public var host = "127.0.0.1"
  /// The port to listen on; 0 takes a free port.
  public var port: UInt16 = 0
  /// The path of a Unix socket to listen on, which takes the place of host and port; nil listens on these.
  public var path: String?
  /// The permissions of the file of a Unix socket; connecting takes the right to write.
  public var socketMode: UInt32 = 0o660
  /// The descriptor of a socket that listens already, which takes the place of the address; nil opens one.
  public var inheritedSocket: Int32?
  /// The threads that read requests and write responses, each with connections of its own. At least 1.
  public var eventLoops = ServerConfiguration.defaultEventLoops
  /// Open connections in total. For others, idle ones are closed, the longest idle first; if none is idle, they wait.
  public var connectionLimit = 1024
  /// Seconds that a connection must have been idle before it is closed for another.
  var evictionAge = 1.0
  /// Open connections from one address, but for the trusted proxies; 0 sets no limit.
  public var perIPConnectionLimit = 256
  /// Seconds that a connection may be silent, between requests or within one, before the server closes it. At least 1.
  public var idleTimeout = 60
  /// Seconds that a client may take to send one whole request, head and body.
  ///
  /// The idle timeout alone does not stop a trickle: a byte now and then keeps a connection awake for ever.
  public var requestDeadline = 30.0
  /// Bytes of a request's head, with 64 more for each field and query item; above it `431`. These may be half of
  /// it.
  ///
  /// libmicrohttpd reserves a third more for each connection, for buffers and the head of the response, and clears that
  /// for each request: an excess costs time as well as memory.
  public var headLimit = 24 << 10
  /// Bytes of a request target; above it `414`.
  public var uriLimit = 8 << 10
  /// Bytes of a request body, as sent and again once decompressed; above it `413`.
  public var bodyLimit = 64 << 20
  /// Connections that linger: the server has refused a request early, and drops what its client still sends, so that the
  /// client can read the response. At the limit the oldest is closed.
  public var lingerLimit = 128
  /// Seconds that a client may be silent while its connection lingers.
  public var lingerPause = 2.0
  /// Seconds that a connection may linger in all.
  public var lingerDeadline = 10.0
  /// Bytes that a client may send while its connection lingers: enough for a body that is not much too large.
  public var lingerBytes = 256 << 20
  /// Bytes of the bodies of all requests together that are arriving or have not been responded to, as sent and once
  /// decompressed; above it `503`. A quarter of the memory that the process may use.
  public var bodyMemory = MachineMemory.part(oneIn: 4, atLeast: 16 << 20)
  /// The part of `bodyMemory` that the requests of one key take, or of one address without keys, in percent from 1 to
  /// 100; above it `429`.
  public var bodyMemoryShare = 50
  /// Seconds that a server which stops waits, after the grace, for the responses to the requests that it refuses.
  var refusalPatience = 1.0
  /// The proxies that name the client's address in `Forwarded` or `X-Forwarded-For`. None by default.
  public var trustedProxies: [AddressRange] = []
  /// The part of the traces that begin here whose spans are recorded, from 0 to 1; nil records none, whatever clients
  /// have decided for theirs.
  public var traceRatio: Double?
  /// Bytes from which a response's body is compressed for a client that accepts gzip.
  public var gzipFloor = 1024
  /// zlib's level, 1 (fast) to 9 (small).
  public var gzipLevel = 1

  /// Creates a configuration with the defaults.
  public init() {}

  /// One event loop for every four processors: the workers need the others.
  static var defaultEventLoops: Int { max(1, (Processors.count + 2) / 4) }

  /// The descriptors of a server beside those of its open and lingering connections: the listening socket and two signals,
  /// and for each loop its epoll instance, its own signal, that of libmicrohttpd, and a connection that is being accepted
  /// or closed.
  package var descriptors: Int { 3 + 4 * max(1, eventLoops) }

  /// Bytes that libmicrohttpd takes for a connection: room for a head at its limit, a growing read buffer behind it, and
  /// the head of a response. The gate counts what libmicrohttpd stores, so that no request finds too little.
  package var connectionMemory: Int { max(headLimit / 3 * 4, 16 << 10) }

  /// Bytes of the bodies of one tenant.
  var tenantBodyMemory: Int { bodyMemory / 100 * bodyMemoryShare }

  /// Bytes of a body that can be taken at all: what exceeds a tenant's memory would never be.
  var effectiveBodyLimit: Int { min(bodyLimit, tenantBodyMemory) }
}
