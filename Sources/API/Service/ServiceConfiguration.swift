import Collections
import HTTPServer
import Text

/// What the service puts up with, beside what its server does.
public struct ServiceConfiguration: Sendable {
  public var server = ServerConfiguration()
  /// Threads that compute.
  public var workers = 2
  /// Requests that may wait for a worker.
  public var queueLimit = 1024
  /// How long a request may take from arriving whole to its answer.
  public var deadline = Duration.seconds(10)
  public var limits = RequestLimits()
  /// Bytes of one answer.
  public var answerLimit = 256 << 20
  public var collections = CollectionLimits()
  /// How long a viewport is kept that nobody moves.
  public var viewportIdle = Duration.seconds(600)
  /// How long an item is held of whose client nothing is heard.
  public var movementTimeout = Duration.seconds(30)
  /// How long nobody has to ask for a collection until it leaves memory; twice as long at most.
  public var collectionIdle = Duration.seconds(600)
  /// Streams of events in all.
  public var streamLimit = 1000
  /// Streams of events that one key may have open.
  public var streamsPerKey = 1000
  /// Bytes that may wait for the reader of a stream.
  public var streamBacklog = 1 << 20
  /// Bytes of what a stream is told first that was missed before.
  public var resumeLimit = 16 << 20
  /// How often every stream gets a sign of life.
  public var heartbeat = Duration.seconds(15)
  /// Answers to requests with an `Idempotency-Key` that are kept for their repetition.
  public var idempotencyLimit = 10_000
  /// Bytes of the bodies of those answers.
  public var idempotencyMemory = 64 << 20
  /// Files and patterns of files of the fonts that text is measured with, in the order in which they stand in for one
  /// another.
  public var fonts = FontLibrary.defaultPaths
  /// Bytes of sizes that are known of content.
  public var sizeMemory = 64 << 20
  /// Origins that browsers may call from; `*` is any.
  public var corsOrigins: [String] = []
  /// Bearer keys, any of which opens the service; none leaves it open.
  public var keys: [String] = []
  /// Whether `/metrics` is served on an address of its own, and not beside the API.
  public var metricsElsewhere = false
  /// How long running requests may go on once the service is to stop.
  public var drain = Duration.seconds(10)

  public init() {}
}
