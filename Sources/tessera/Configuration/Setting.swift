/// Everything that can be set: the one list of flags, their environment twins, defaults and meanings.
///
/// The flag of `bodyLimit` is `--body-limit`, its variable `TESSERA_BODY_LIMIT`. A flag wins over a variable, a
/// variable over the default.
enum Setting: String, CaseIterable {
  case listen = "listen"
  case workers = "workers"
  case queue = "queue"
  case store = "store"
  case dataDirectory = "data-directory"
  case deadline = "deadline"
  case requestDeadline = "request-deadline"
  case idleTimeout = "idle-timeout"
  case drain = "drain"
  case connections = "connections"
  case connectionsPerAddress = "connections-per-address"
  case headerLimit = "header-limit"
  case uriLimit = "uri-limit"
  case bodyLimit = "body-limit"
  case answerLimit = "answer-limit"
  case gzipFloor = "gzip-floor"
  case jsonDepth = "json-depth"
  case stringLimit = "string-limit"
  case itemLimit = "item-limit"
  case sectionLimit = "section-limit"
  case collectionLimit = "collection-limit"
  case collectionsPerKey = "collections-per-key"
  case keptItemLimit = "kept-item-limit"
  case measurementMemory = "measurement-memory"
  case sizeMemory = "size-memory"
  case fonts = "fonts"
  case collectionBytes = "collection-bytes"
  case historyLimit = "history-limit"
  case collectionIdle = "collection-idle"
  case streamLimit = "stream-limit"
  case streamsPerKey = "streams-per-key"
  case streamBacklog = "stream-backlog"
  case streamHeartbeat = "stream-heartbeat"
  case viewportLimit = "viewport-limit"
  case viewportIdle = "viewport-idle"
  case movementTimeout = "movement-timeout"
  case idempotencyLimit = "idempotency-limit"
  case idempotencyMemory = "idempotency-memory"
  case corsOrigins = "cors-origins"
  case keys = "keys"
  case keysFile = "keys-file"
  case metricsListen = "metrics-listen"
  case logFormat = "log-format"

  var flag: String { "--\(rawValue)" }

  var variable: String { "TESSERA_" + rawValue.uppercased().replacing("-", with: "_") }

  /// Whether the value is masked where the configuration is shown.
  var isSecret: Bool { self == .keys }

  /// The default as a person would write it.
  var fallback: String {
    switch self {
    case .listen: "127.0.0.1:8080"
    case .workers: "\(Processors.count)"
    case .queue: "1024"
    case .store: "sqlite:"
    case .dataDirectory: Folders.data
    case .deadline: "10s"
    case .requestDeadline: "30s"
    case .idleTimeout: "60s"
    case .drain: "10s"
    case .connections: "1024"
    case .connectionsPerAddress: "256"
    case .headerLimit: "32KB"
    case .uriLimit: "8KB"
    case .bodyLimit: "64MB"
    case .answerLimit: "256MB"
    case .gzipFloor: "1KB"
    case .jsonDepth: "64"
    case .stringLimit: "1MB"
    case .itemLimit: "10000000"
    case .sectionLimit: "1000000"
    case .collectionLimit, .collectionsPerKey: "10000"
    case .keptItemLimit: "100000000"
    case .measurementMemory: "1000000"
    case .sizeMemory: "64MB"
    case .collectionBytes: "512MB"
    case .historyLimit: "1024"
    case .collectionIdle: "10m"
    case .streamLimit, .streamsPerKey: "1000"
    case .streamBacklog: "1MB"
    case .streamHeartbeat: "15s"
    case .viewportLimit: "1000"
    case .viewportIdle: "10m"
    case .movementTimeout: "30s"
    case .idempotencyLimit: "10000"
    case .idempotencyMemory: "64MB"
    case .fonts, .corsOrigins, .keys, .keysFile, .metricsListen: ""
    case .logFormat: Terminal.isOutput ? "text" : "json"
    }
  }
}
