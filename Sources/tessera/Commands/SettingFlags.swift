import ArgumentParser

/// The flags of `tessera serve`, one for each setting.
struct SettingFlags: ParsableArguments {
  @Option(help: help(.listen, "Where to listen; port 0 takes a free one.")) var listen: String?
  @Option(help: help(.workers, "Threads that compute.")) var workers: String?
  @Option(help: help(.queue, "Requests that may wait for a worker; more are refused with 503.")) var queue:
    String?
  @Option(
    help: help(
      .store, "Where collections live: sqlite:PATH, sqlite: for a file in the data directory, or memory:."))
  var store: String?
  @Option(help: help(.dataDirectory, "Where the service keeps its files.")) var dataDirectory: String?
  @Option(help: help(.deadline, "How long a request may be computed; beyond it 504.")) var deadline: String?
  @Option(help: help(.requestDeadline, "How long a client may take to send a request.")) var requestDeadline:
    String?
  @Option(help: help(.idleTimeout, "How long a connection may be silent.")) var idleTimeout: String?
  @Option(help: help(.drain, "How long running requests may go on after SIGTERM.")) var drain: String?
  @Option(help: help(.connections, "Open connections in all.")) var connections: String?
  @Option(help: help(.connectionsPerAddress, "Open connections from one address; 0 sets no limit."))
  var connectionsPerAddress: String?
  @Option(help: help(.headerLimit, "Bytes kept for one connection's request head.")) var headerLimit: String?
  @Option(help: help(.uriLimit, "Bytes of a request target; beyond it 414.")) var uriLimit: String?
  @Option(help: help(.bodyLimit, "Bytes of a request body, plain and inflated; beyond it 413."))
  var bodyLimit: String?
  @Option(help: help(.answerLimit, "Bytes of an answer.")) var answerLimit: String?
  @Option(help: help(.gzipFloor, "Bytes from which answers are compressed for clients that take gzip."))
  var gzipFloor: String?
  @Option(help: help(.jsonDepth, "Nesting of a JSON body.")) var jsonDepth: String?
  @Option(help: help(.stringLimit, "Bytes of one string in a JSON body.")) var stringLimit: String?
  @Option(help: help(.itemLimit, "Items of one collection.")) var itemLimit: String?
  @Option(help: help(.sectionLimit, "Sections of one collection.")) var sectionLimit: String?
  @Option(help: help(.collectionLimit, "Collections that are kept."))
  var collectionLimit: String?
  @Option(help: help(.collectionsPerKey, "Collections that are kept for one key."))
  var collectionsPerKey: String?
  @Option(help: help(.keptItemLimit, "Items of all kept collections together."))
  var keptItemLimit: String?
  @Option(help: help(.measurementMemory, "Measurements of items that are remembered."))
  var measurementMemory: String?
  @Option(help: help(.sizeMemory, "Bytes of sizes that are known of content.")) var sizeMemory: String?
  @Option(
    help: help(
      .fonts,
      "Fonts that text is measured with, files or patterns between commas, in the order in which they stand in for "
        + "one another; none are Debian's Inter, DejaVu and Noto."))
  var fonts: String?
  @Option(help: help(.collectionBytes, "Bytes that a collection may take with its history."))
  var collectionBytes: String?
  @Option(help: help(.historyLimit, "Changes of a collection that can be told again, at least."))
  var historyLimit: String?
  @Option(help: help(.collectionIdle, "How long nobody asks for a collection until it leaves memory."))
  var collectionIdle: String?
  @Option(help: help(.streamLimit, "Streams of events that are open.")) var streamLimit: String?
  @Option(help: help(.streamsPerKey, "Streams of events that are open for one key."))
  var streamsPerKey: String?
  @Option(help: help(.streamBacklog, "Bytes that may wait for the reader of a stream."))
  var streamBacklog: String?
  @Option(help: help(.streamHeartbeat, "How often a stream gets a sign of life."))
  var streamHeartbeat: String?
  @Option(help: help(.viewportLimit, "Viewports of one collection.")) var viewportLimit: String?
  @Option(help: help(.viewportIdle, "How long a viewport is kept that is not moved."))
  var viewportIdle: String?
  @Option(help: help(.movementTimeout, "How long an item is held of whose client nothing is heard."))
  var movementTimeout: String?
  @Option(help: help(.idempotencyLimit, "Answers that are kept for requests sent again."))
  var idempotencyLimit: String?
  @Option(help: help(.idempotencyMemory, "Bytes of those answers.")) var idempotencyMemory: String?
  @Option(help: help(.corsOrigins, "Origins that browsers may call from, between commas; * is any."))
  var corsOrigins: String?
  @Option(help: help(.keys, "Bearer keys, between commas.")) var keys: String?
  @Option(help: help(.keysFile, "A file of bearer keys, between commas or one a line."))
  var keysFile: String?
  @Option(help: help(.metricsListen, "An address of its own for /metrics.")) var metricsListen: String?
  @Option(help: help(.logFormat, "json or text; text on a terminal.")) var logFormat: String?

  /// What was given, by setting.
  var given: [Setting: String] {
    let values: [Setting: String?] = [
      .listen: listen,
      .workers: workers,
      .queue: queue,
      .store: store,
      .dataDirectory: dataDirectory,
      .collectionBytes: collectionBytes,
      .historyLimit: historyLimit,
      .collectionIdle: collectionIdle,
      .streamLimit: streamLimit,
      .streamsPerKey: streamsPerKey,
      .streamBacklog: streamBacklog,
      .streamHeartbeat: streamHeartbeat,
      .deadline: deadline,
      .requestDeadline: requestDeadline,
      .idleTimeout: idleTimeout,
      .drain: drain,
      .connections: connections,
      .connectionsPerAddress: connectionsPerAddress,
      .headerLimit: headerLimit,
      .uriLimit: uriLimit,
      .bodyLimit: bodyLimit,
      .answerLimit: answerLimit,
      .gzipFloor: gzipFloor,
      .jsonDepth: jsonDepth,
      .stringLimit: stringLimit,
      .itemLimit: itemLimit,
      .sectionLimit: sectionLimit,
      .collectionLimit: collectionLimit,
      .collectionsPerKey: collectionsPerKey,
      .keptItemLimit: keptItemLimit,
      .measurementMemory: measurementMemory,
      .sizeMemory: sizeMemory,
      .fonts: fonts,
      .viewportLimit: viewportLimit,
      .viewportIdle: viewportIdle,
      .movementTimeout: movementTimeout,
      .idempotencyLimit: idempotencyLimit,
      .idempotencyMemory: idempotencyMemory,
      .corsOrigins: corsOrigins,
      .keys: keys,
      .keysFile: keysFile,
      .metricsListen: metricsListen,
      .logFormat: logFormat,
    ]
    return values.compactMapValues { $0 }
  }
}

private func help(_ setting: Setting, _ meaning: String) -> ArgumentHelp {
  let fallback = setting.fallback.isEmpty ? "none" : setting.fallback
  return ArgumentHelp("\(meaning) (default: \(fallback))", valueName: "value")
}
