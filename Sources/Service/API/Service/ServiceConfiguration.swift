import Collections
import HTTPServer
import Support
import Text
import Wire
import WorkerPool

/// The configuration of a `Service`: a new one has the defaults that the documentation states.
///
/// A default is stated here, or in the configuration of the part it belongs to, and nowhere else in the code: the flags
/// of `tessera serve` read it from here.
public struct ServiceConfiguration: Sendable {
  /// The configuration of the HTTP server in front of the service.
  public var server = ServerConfiguration()
  /// The number of threads that compute; one for each processor by default.
  public var workers = Processors.count
  /// The number of requests that may wait for a worker.
  public var queueLimit = 1024
  /// The number of requests of one key that may wait for a worker; without keys, of one address.
  public var queuePerKey = 512
  /// The number of requests of one key that are computed at once; 0 sets no limit beside that of the workers.
  public var workersPerKey = 0
  /// Units of work that one key may ask for in a second; 0 sets no limit.
  public var rateLimit = 0
  /// Units of work that one key may ask for at once; 0 stands for those of ten seconds.
  public var rateBurst = 0
  /// The time for waiting and computing, from the arrival of a request to its response.
  public var deadline = Duration.seconds(10)
  /// The limits of what one request may contain.
  public var limits = RequestLimits.ofMachine
  /// Bytes of one response, before compression.
  public var answerLimit = 256 << 20
  /// What each tenant may store, have open and ask for.
  public var quotas = TenantQuotas()
  /// The quotas of tenants that have others.
  public var quotasOfTenants: [String: TenantQuotas] = [:]
  /// The limits of stored collections.
  public var collections = CollectionLimits()
  /// The age at which changes leave the history of a collection; zero keeps as many as their number allows.
  public var historyAge = Duration.zero
  /// The time for which a viewport lives without being moved or watched.
  public var viewportIdle = Duration.seconds(600)
  /// The time between two writes of the positions of viewports.
  public var positionInterval = Duration.seconds(5)
  /// The age up to which a read uses what it knows of a collection without asking a store that other services share.
  public var readCheck = Duration.zero
  /// The time after which a movement is cancelled if the client sends nothing.
  public var movementTimeout = Duration.seconds(30)
  /// The time for which a collection without requests stays in memory, at least; at most twice as long.
  public var collectionIdle = Duration.seconds(600)
  /// Event streams that may be open.
  public var streamLimit = 1000
  /// Unread bytes of an event stream; the service ends a stream that exceeds them. 1,000 of them are at most an eighth of
  /// the memory, but for the least of 64 KB.
  public var streamBacklog = MachineMemory.part(
    oneIn: 8000, atMost: 1 << 20, atLeast: 64 << 10, unit: 64 << 10)
  /// Bytes of missed events that a resumed stream sends first; a client that missed more starts anew. At most a 64th of
  /// the memory.
  public var resumeLimit = MachineMemory.part(oneIn: 64, atMost: 16 << 20, atLeast: 1 << 20)
  /// The interval between the heartbeats of an event stream.
  public var heartbeat = Duration.seconds(15)
  /// Responses that are stored for retries with an `Idempotency-Key`.
  public var idempotencyLimit = 10_000
  /// Bytes of the bodies of those responses. At most a 16th of the memory.
  public var idempotencyMemory = MachineMemory.part(oneIn: 16, atMost: 64 << 20)
  /// Files of fonts, and patterns of such files, for measuring text, in the order of fallback.
  public var fonts = FontLibrary.defaultPaths
  /// The most bytes of the cache of content sizes. At most a 16th of the memory.
  public var sizeMemory = MachineMemory.part(oneIn: 16, atMost: 64 << 20)
  /// The limits of the fonts that clients send.
  public var ownFonts = OwnFontLimits()
  /// The path of the folder for their files; nil keeps them in memory alone.
  public var ownFontFolder: String?
  /// Origins whose pages may read responses; `*` is any. None by default: CORS is off.
  public var corsOrigins: [String] = []
  /// Bearer keys, each of which gives access to the service. None by default: everyone has access.
  public var keys: [String] = []
  /// Secrets of tokens: the first signs them, all verify them. None by default: the service takes no tokens.
  public var tokenSecrets: [String] = []
  /// The longest lifetime of a token, in seconds.
  public var tokenLifetime = 3600
  /// The version of the program, for the metrics.
  public var version = ""
  /// The file of the store, whose disk the metrics describe; nil if collections are not stored in a file.
  public var storeFile: String?
  /// Whether `/metrics` has an address of its own, and the service's address does not serve it.
  public var metricsElsewhere = false
  /// Whether the service has a page at `/` where people try the API.
  public var playground = Playground.on
  /// The time that running requests may take to finish once the service is stopping.
  public var drain = Duration.seconds(10)

  /// The most threads that compute at once.
  package var threadLimit: Int { pool.threads }

  /// Bytes that the files of the fonts map.
  package var mappedFonts: Int { TextMemory.mapped(fonts: fonts) }

  /// Bytes of heap that libraries take for texts, whatever requests ask for: those of the hyphenation patterns that take
  /// most, which a request may load, and tables of ICU and HarfBuzz.
  package static var textHeap: Int { TextMemory.largestPatterns + (8 << 20) }

  /// The limits of the worker pool.
  var pool: PoolLimits {
    var limits = PoolLimits(workers: workers, queue: queueLimit)
    limits.queuePerTenant = queuePerKey
    if workersPerKey > 0 { limits.runningPerTenant = workersPerKey }
    return limits
  }

  /// The work that a key may ask for; nil if it is not limited.
  var ratePolicy: RateLimiter.Policy? {
    guard rateLimit > 0 else { return nil }
    let rate = Double(rateLimit)
    return RateLimiter.Policy(rate: rate, burst: rateBurst > 0 ? Double(rateBurst) : 10 * rate)
  }

  /// Creates a configuration with the defaults.
  public init() {}
}
