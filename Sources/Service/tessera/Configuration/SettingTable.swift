import API

/// The table of settings: flags, environment variables, `--help` and `--print-config` follow from it.
///
/// A row names a setting, the values that it takes, the property that it sets, and its meaning. The property's initial
/// value is the default.
extension Setting {
  static let all =
    process + tracing + connections + requests + collections + streams + quotas + measuring + access

  /// The settings whose defaults follow from the memory that the process may use.
  static let derivedFromMemory = [
    "body-memory", "request-memory", "collection-bytes", "measurement-memory", "size-memory",
    "idempotency-memory", "stream-backlog", "font-memory",
  ].compactMap { name in all.first { $0.name == name } }

  static let config = Setting(
    "config", .path, \.file,
    "A file of settings, one TESSERA_NAME=value a line; flags and variables take precedence over it.")
  static let logLevel = Setting(
    "log-level", .name, \.logLevel,
    "error, warning, notice or info: the least important messages of the service that are written.")
  static let corsOrigins = Setting(
    "cors-origins", .origins, \.service.corsOrigins,
    "Origins whose pages may read responses, such as https://app.example, separated by commas; * is any.")
  static let tokenLifetime = Setting(
    "token-lifetime", .wholeSeconds, \.service.tokenLifetime, "The longest lifetime of a token.")
  static let listen = Setting(
    "listen", .address, \.listen,
    "The address to listen on, host:port or unix:/path; port 0 takes a free port.")
  static let metricsListen = Setting(
    "metrics-listen", .optionalAddress, \.metricsListen,
    "A separate address for /metrics, which also responds to the probes /livez, /readyz and /healthz.")
  static let keys = Setting(
    "keys", .keys, \.service.keys, "Bearer keys with their tenants (TENANT:SECRET), separated by commas.",
    isSecret: true)
  static let keysFile = Setting(
    "keys-file", .path, \.keysFile,
    "A file of such keys, separated by commas or one a line, with comments behind # at the start of a line."
  )
  static let shortKeys = Setting(
    "short-keys", .name, \.shortKeys, "on or off: whether keys may have fewer than 16 bytes.")
  static let storeURL = Setting(
    "store-url", .path, \.storeURL,
    "The connection string for the store postgres:, such as postgresql://user:password@host/database.",
    isSecret: true)
  static let storeURLFile = Setting(
    "store-url-file", .path, \.storeURLFile, "A file with that connection string.")
  static let tokenSecret = Setting(
    "token-secret", .secrets, \.service.tokenSecrets,
    "The secret that signs tokens for pages, and after a comma one that only verifies them; none turns tokens off.",
    isSecret: true)
  static let tokenSecretFile = Setting(
    "token-secret-file", .path, \.tokenSecretFile,
    "A file of such secrets, separated by a comma or one a line.")

  static let fonts = Setting(
    "fonts", .list(entriesIfEmpty: ServiceConfiguration().fonts), \.service.fonts,
    "Fonts for measuring text: files or patterns, separated by commas, in the order of fallback; "
      + "none selects Debian's Inter, DejaVu and Noto.")

  static let quotasFile = Setting(
    "quotas-file", .path, \.quotasFile,
    "A file of tenants with quotas of their own, one a line: acme items=1000000 requests=60%.")

  static let otlpEndpoint = Setting(
    "otlp-endpoint", .httpAddress, \.spans.endpoint,
    "The collector that gets spans, such as http://localhost:4318; /v1/traces is added. Empty: no spans are sent.",
    otherVariables: ["OTEL_EXPORTER_OTLP_ENDPOINT"])
  static let otlpTracesEndpoint = Setting(
    "otlp-traces-endpoint", .httpAddress, \.spans.tracesEndpoint,
    "The whole address for spans of that collector, or of another.",
    otherVariables: ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"])

  /// The settings that a reload puts into force.
  static let reloadable =
    [keys, keysFile, shortKeys, tokenSecret, tokenSecretFile, tokenLifetime, corsOrigins, fonts, logLevel]
    + quotas

  /// The quotas of tenants: a row for each name.
  private static let quotas: [Setting] =
    QuotaName.allCases.map { name in
      Setting("\(name.rawValue)-per-key", name.format, \.service.quotas[name], name.meaning)
    } + [quotasFile]

  private static let process: [Setting] = [
    config,
    listen,
    metricsListen,
    Setting(
      "socket-mode", .fileMode, \.service.server.socketMode,
      "The permissions of the file of a Unix socket, for both addresses."),
    Setting("workers", .count(1...1024), \.service.workers, "Threads that compute."),
    Setting(
      "event-loops", .count(1...256), \.service.server.eventLoops,
      "Threads that read requests and write responses."),
    Setting(
      "queue", .count(1...1_000_000), \.service.queueLimit,
      "Requests that may wait for a worker; the service rejects more with 503."),
    Setting(
      "queue-per-key", .count(1...1_000_000), \.service.queuePerKey,
      "Requests of one tenant, or one address without keys, that may wait for a worker; beyond it 429."),
    Setting(
      "workers-per-key", .count(0...1024), \.service.workersPerKey,
      "Requests of one tenant that are computed at once; 0 sets no limit."),
    Setting(
      "rate-limit", .count(0...1 << 40), \.service.rateLimit,
      "Units of work that one tenant may ask for in a second; 0 sets no limit."),
    Setting(
      "rate-burst", .count(0...1 << 40), \.service.rateBurst,
      "Units of work that one tenant may ask for at once; 0 stands for those of ten seconds."),
    Setting(
      "store", .store, \.store,
      "Where collections are stored: sqlite:PATH, sqlite: for a file in the data directory, postgres:, or memory:."
    ),
    storeURL,
    storeURLFile,
    Setting("data-directory", .path, \.dataDirectory, "The directory of the service's files."),
    Setting("log-format", .name, \.logFormat, "json, text or off; text on a terminal."),
    logLevel,
    Setting(
      "playground", .name, \.service.playground, "on or off: whether / is a page for trying the API."),
    Setting(
      "shutdown-delay", .durationOrZero, \.shutdownDelay,
      "How long the service goes on serving after SIGTERM, while it reports that it is not ready."),
    Setting(
      "drain", .duration, \.service.drain, "How long running requests may then take to finish."),
  ]

  private static let tracing: [Setting] = [
    otlpEndpoint,
    otlpTracesEndpoint,
    Setting(
      "otlp-headers", .headers, \.spans.headers,
      "Fields of the requests that send spans: NAME=VALUE, separated by commas, the values percent-encoded.",
      isSecret: true,
      otherVariables: ["OTEL_EXPORTER_OTLP_TRACES_HEADERS", "OTEL_EXPORTER_OTLP_HEADERS"]),
    Setting(
      "otlp-service", .label, \.spans.serviceName, "The name of the service in its spans.",
      otherVariables: ["OTEL_SERVICE_NAME"]),
    Setting(
      "trace-ratio", .ratio, \.spans.ratio,
      "The part of the traces that begin here whose spans are sent; clients decide about theirs."),
  ]

  private static let connections: [Setting] = [
    Setting(
      "connections", .count(1...1_000_000), \.service.server.connectionLimit, "Open connections in total."),
    Setting(
      "connections-per-address", .count(0...1_000_000), \.service.server.perIPConnectionLimit,
      "Open connections from one address, but for trusted proxies; 0 sets no limit."),
    Setting(
      "trusted-proxies", .addressRanges, \.service.server.trustedProxies,
      "Proxies, as addresses or CIDR ranges, that name their clients in Forwarded or X-Forwarded-For."),
    Setting(
      "idle-timeout", .wholeSeconds, \.service.server.idleTimeout, "How long a connection may be silent."),
    Setting(
      "request-deadline", .seconds, \.service.server.requestDeadline,
      "How long a client may take to send a request."),
    Setting(
      "header-limit", .bytes(4 << 10...1 << 20), \.service.server.headLimit,
      "Bytes of a request's head, 64 more for each field and query item; beyond it 431."),
    Setting(
      "uri-limit", .bytes(64...1 << 20), \.service.server.uriLimit,
      "Bytes of a request target; beyond it 414."),
    Setting(
      "body-limit", .bytes(1...1 << 31), \.service.server.bodyLimit,
      "Bytes of a request body, as sent and decompressed; beyond it 413."),
    Setting(
      "body-memory", .bytes(1 << 10...1 << 40), \.service.server.bodyMemory,
      "Bytes of the bodies of all requests in flight together; beyond it 503."),
    Setting(
      "body-memory-share", .count(1...100), \.service.server.bodyMemoryShare,
      "The percentage of it that the requests of one tenant, or of one address without keys, may take; beyond it 429."
    ),
    Setting(
      "gzip-floor", .bytes(0...1 << 31), \.service.server.gzipFloor,
      "The smallest response, in bytes, that is compressed for clients that accept gzip."),
  ]

  private static let requests: [Setting] = [
    Setting(
      "deadline", .duration, \.service.deadline,
      "How long a request may wait and be computed; beyond it 504."),
    Setting("answer-limit", .bytes(1 << 10...1 << 32), \.service.answerLimit, "Bytes of a response."),
    Setting("json-depth", .count(8...1024), \.service.limits.depth, "Nesting of a JSON body."),
    Setting(
      "string-limit", .bytes(1...1 << 30), \.service.limits.stringLength,
      "Bytes of one string in a JSON body."),
    Setting(
      "request-memory", .bytes(1 << 10...1 << 40), \.service.limits.memory,
      "Bytes of memory that one request may take, by an estimate; beyond it 413."),
    Setting("item-limit", .count(1...1 << 30), \.service.limits.items, "Items of one collection."),
    Setting("section-limit", .count(1...1 << 24), \.service.limits.sections, "Sections of one collection."),
    Setting(
      "idempotency-limit", .count(0...1 << 24), \.service.idempotencyLimit,
      "Responses that are stored for retries with an Idempotency-Key."),
    Setting(
      "idempotency-memory", .bytes(0...1 << 36), \.service.idempotencyMemory, "Bytes of those responses."),
  ]

  private static let collections: [Setting] = [
    Setting(
      "collection-limit", .count(0...1 << 30), \.service.collections.collections, "Stored collections."),
    Setting(
      "kept-item-limit", .count(0...1 << 40), \.service.collections.items,
      "Items of all stored collections together."),
    // SQLite stores no value of a billion bytes.
    Setting(
      "collection-bytes", .bytes(1 << 10...900 << 20), \.service.collections.collectionBytes,
      "Stored bytes of a collection and its history."),
    Setting(
      "history-limit", .count(1...1 << 20), \.service.collections.historyVersions,
      "The least number of changes in the history of a collection."),
    Setting(
      "history-age", .durationOrZero, \.service.historyAge,
      "The age at which changes leave the history and their bytes the store; 0s sets no limit."),
    Setting(
      "collection-idle", .duration, \.service.collectionIdle,
      "How long a collection without requests stays in memory."),
    Setting(
      "viewport-limit", .count(1...1 << 20), \.service.limits.viewports, "Viewports of one collection."),
    Setting(
      "outline-limit", .count(0...1 << 20), \.service.limits.outlines,
      "Viewports of one collection with outlines of their own."),
    Setting(
      "viewport-idle", .duration, \.service.viewportIdle,
      "How long a viewport lives without being moved or watched."),
    Setting(
      "read-check", .durationOrZero, \.service.readCheck,
      "How old a read may be without asking a store that other processes share; 0s asks for each read."),
    Setting(
      "position-interval", .duration, \.service.positionInterval,
      "How often the positions of viewports are written to the store."),
    Setting(
      "movement-timeout", .duration, \.service.movementTimeout,
      "How long a client that is moving an item may be silent before the movement is cancelled."),
  ]

  private static let streams: [Setting] = [
    Setting("stream-limit", .count(0...1_000_000), \.service.streamLimit, "Open event streams."),
    Setting(
      "stream-backlog", .bytes(1 << 10...1 << 30), \.service.streamBacklog, "Unread bytes of an event stream."
    ),
    Setting(
      "stream-heartbeat", .duration, \.service.heartbeat,
      "The interval between heartbeats of an event stream."),
  ]

  private static let measuring: [Setting] = [
    Setting(
      "measurement-memory", .count(0...1 << 30), \.service.collections.measurements,
      "Measurements of items that are remembered."),
    Setting(
      "size-memory", .bytes(0...1 << 36), \.service.sizeMemory, "Bytes of the cache of content sizes."),
    fonts,
    Setting(
      "font-bytes", .bytes(1 << 10...1 << 30), \.service.ownFonts.fileBytes,
      "Bytes of a font that a client sends; beyond it 413."),
    Setting(
      "fonts-per-key", .count(0...1 << 20), \.service.ownFonts.perOwner,
      "Fonts that the clients of one tenant may send; 0 turns this off."),
    Setting(
      "font-memory", .bytes(0...1 << 40), \.service.ownFonts.memory,
      "Bytes of memory of all fonts that clients send; beyond it 429."),
  ]

  private static let access: [Setting] = [
    corsOrigins,
    keys,
    keysFile,
    shortKeys,
    tokenSecret,
    tokenSecretFile,
    tokenLifetime,
  ]
}
