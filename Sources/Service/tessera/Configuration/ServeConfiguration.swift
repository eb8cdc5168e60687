import API

/// The configuration of `tessera serve`. A new one has the defaults.
struct ServeConfiguration: Sendable {
  static let defaults = ServeConfiguration()

  var service = ServiceConfiguration()
  /// The address of `/metrics`, and of the probes besides; nil if the service's own address serves `/metrics`.
  var metricsListen: ListenAddress?
  /// How long the service goes on serving after a signal, while it reports that it is not ready.
  var shutdownDelay = Duration.zero
  /// The path of the file of settings; empty if there is none.
  var file = ""
  var logLevel = LogLevel.info
  var logFormat: LogFormat = Terminal.isOutput ? .text : .json
  var spans = SpanConfiguration()
  var store = StoreLocation.dataDirectory
  /// The connection string of a store in PostgreSQL; empty if there is none.
  var storeURL = ""
  /// The path of a file with that connection string, which is read if none is set; empty if there is none.
  var storeURLFile = ""
  var dataDirectory = Folders.data
  /// The path of a file of bearer keys, which is read if no keys are set; empty if there is none.
  var keysFile = ""
  /// Whether keys may have fewer than 16 bytes.
  var shortKeys = ShortKeys.off
  /// The path of a file of secrets of tokens, which is read if no secret is set; empty if there is none.
  var tokenSecretFile = ""

  /// The path of a file of tenants with quotas of their own; empty if there is none.
  var quotasFile = ""

  /// Creates the configuration that `tessera serve` has if nothing is set.
  init() { listen = ListenAddress(host: "127.0.0.1", port: 8080) }

  /// Creates the configuration that settings describe.
  ///
  /// - Throws: `SettingError` for the first value that its setting does not take, for short keys, for a file of keys,
  ///   secrets or a connection string that cannot be read or is empty, and for a file of quotas that is not valid.
  init(_ settings: Settings) throws(SettingError) {
    self.init()
    for setting in Setting.all { try setting.apply(settings[setting], to: &self) }
    service.metricsElsewhere = metricsListen != nil
    service.server.traceRatio = spans.url == nil ? nil : spans.ratio
    if storeURL.isEmpty, !storeURLFile.isEmpty {
      guard let bytes = File.read(storeURLFile) else {
        throw SettingError(setting: .storeURLFile, given: storeURLFile, takes: "the path of a readable file")
      }
      let lines = String(decoding: bytes, as: UTF8.self).split { $0.isNewline }
      guard let line = lines.first else {
        throw SettingError(
          setting: .storeURLFile, given: storeURLFile, takes: "the path of a file with a connection string")
      }
      storeURL = String(line)
    }
    if service.keys.isEmpty, !keysFile.isEmpty {
      service.keys = try entries(of: keysFile, .keysFile, .keys, KeyEntry.form)
      guard service.keys.allSatisfy(shortKeys.allows) else {
        throw SettingError(
          setting: .keysFile, given: keysFile, takes: "the path of a file with \(Self.longKeys)")
      }
    }
    guard service.keys.allSatisfy(shortKeys.allows) else {
      throw SettingError(setting: .keys, given: "", takes: Self.longKeys)
    }
    if service.tokenSecrets.isEmpty, !tokenSecretFile.isEmpty {
      service.tokenSecrets = try entries(
        of: tokenSecretFile, .tokenSecretFile, .secrets, "one or two secrets of at least 32 bytes")
    }
    if !quotasFile.isEmpty {
      let tenants = Set(KeyEntry.counts(service.keys).keys)
      service.quotasOfTenants =
        try QuotasFile(path: quotasFile, over: service.quotas, tenants: tenants).quotas
    }
  }

  /// The address that the service listens on.
  var listen: ListenAddress {
    get {
      var address = ListenAddress(host: service.server.host, port: service.server.port)
      address.path = service.server.path
      return address
    }
    set {
      service.server.host = newValue.host
      service.server.port = newValue.port
      service.server.path = newValue.path
    }
  }

  /// What keys have to be, unless they may be short.
  private static let longKeys =
    "keys of at least \(ShortKeys.leastBytes) bytes, such as the output of openssl rand -hex 32, "
    + "or any with \(Setting.shortKeys.flag) on"

  /// Returns the entries of a file, of which there is at least one. A line that begins with # is a comment.
  private func entries(
    of path: String, _ setting: Setting, _ format: ValueFormat<[String]>, _ content: String
  ) throws(SettingError) -> [String] {
    guard let bytes = File.read(path) else {
      throw SettingError(setting: setting, given: path, takes: "the path of a readable file")
    }
    let lines = String(decoding: bytes, as: UTF8.self).split { $0.isNewline }
      .filter { line in line.first { !$0.isWhitespace } != "#" }
    let entries = format.parse(lines.joined(separator: "\n")) ?? []
    guard !entries.isEmpty else {
      throw SettingError(setting: setting, given: path, takes: "the path of a file with \(content)")
    }
    return entries
  }
}
