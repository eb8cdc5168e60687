import API

/// What `tessera serve` runs with, read and checked.
struct ServeConfiguration {
  var service = ServiceConfiguration()
  var listen: ListenAddress
  var metricsListen: ListenAddress?
  var logFormat: LogFormat
  var store: StoreLocation

  /// - Throws: `SettingError` for the first value that cannot be used.
  init(_ settings: Settings) throws(SettingError) {
    let read = SettingReader(settings: settings)
    listen = try read.address(.listen)
    metricsListen = settings[.metricsListen].isEmpty ? nil : try read.address(.metricsListen)
    service.metricsElsewhere = metricsListen != nil
    logFormat = try read.name(.logFormat)
    store = try read.store()

    service.workers = try read.count(.workers, 1...1024)
    service.queueLimit = try read.count(.queue, 1...1_000_000)
    service.deadline = try read.duration(.deadline)
    service.drain = try read.duration(.drain)
    service.answerLimit = try read.bytes(.answerLimit, 1 << 10...1 << 32)
    service.corsOrigins = read.list(.corsOrigins)
    service.keys = try read.keys()

    service.limits.depth = try read.count(.jsonDepth, 8...1024)
    service.limits.stringLength = try read.bytes(.stringLimit, 1...1 << 30)
    service.limits.items = try read.count(.itemLimit, 1...1 << 30)
    service.limits.sections = try read.count(.sectionLimit, 1...1 << 24)

    service.collections.collections = try read.count(.collectionLimit, 0...1 << 30)
    service.collections.collectionsPerOwner = try read.count(.collectionsPerKey, 0...1 << 30)
    service.collections.items = try read.count(.keptItemLimit, 0...1 << 40)
    service.collections.measurements = try read.count(.measurementMemory, 0...1 << 30)
    service.sizeMemory = try read.bytes(.sizeMemory, 0...1 << 36)
    let fonts = read.list(.fonts)
    if !fonts.isEmpty { service.fonts = fonts }
    // SQLite keeps no value of a billion bytes.
    service.collections.collectionBytes = try read.bytes(.collectionBytes, 1 << 10...900 << 20)
    service.collections.historyVersions = try read.count(.historyLimit, 1...1 << 20)
    service.collectionIdle = try read.duration(.collectionIdle)
    service.streamLimit = try read.count(.streamLimit, 0...1_000_000)
    service.streamsPerKey = try read.count(.streamsPerKey, 0...1_000_000)
    service.streamBacklog = try read.bytes(.streamBacklog, 1 << 10...1 << 30)
    service.heartbeat = try read.duration(.streamHeartbeat)
    service.limits.viewports = try read.count(.viewportLimit, 1...1 << 20)
    service.viewportIdle = try read.duration(.viewportIdle)
    service.movementTimeout = try read.duration(.movementTimeout)
    service.idempotencyLimit = try read.count(.idempotencyLimit, 0...1 << 24)
    service.idempotencyMemory = try read.bytes(.idempotencyMemory, 0...1 << 36)

    service.server.host = listen.host
    service.server.port = listen.port
    service.server.connectionLimit = try read.count(.connections, 1...1_000_000)
    service.server.perIPConnectionLimit = try read.count(.connectionsPerAddress, 0...1_000_000)
    service.server.idleTimeout = try read.wholeSeconds(.idleTimeout)
    service.server.requestDeadline = try read.seconds(.requestDeadline)
    service.server.headerMemory = try read.bytes(.headerLimit, 4 << 10...1 << 20)
    service.server.uriLimit = try read.bytes(.uriLimit, 64...1 << 20)
    service.server.bodyLimit = try read.bytes(.bodyLimit, 1...1 << 31)
    service.server.gzipFloor = try read.bytes(.gzipFloor, 0...1 << 31)
  }
}
