import API

/// The configuration of `tessera serve`. A new one has the defaults.
struct ServeConfiguration: Sendable {
  static let defaults = ServeConfiguration()

  var service = ServiceConfiguration()
  /// The address of `/metrics`; nil if the service's own address serves it.
  var metricsListen: ListenAddress?
  var logFormat: LogFormat = Terminal.isOutput ? .text : .json
  var store = StoreLocation.dataDirectory
  var dataDirectory = Folders.data
  /// The path of a file of bearer keys, which is read if no keys are set; empty if there is none.
  var keysFile = ""

  /// Creates the configuration that `tessera serve` has if nothing is set.
  init() { listen = ListenAddress(host: "127.0.0.1", port: 8080) }

  /// Creates the configuration that settings describe.
  ///
  /// - Throws: `SettingError` for the first value that its setting does not take, and for a file of keys that cannot
  ///   be read or is empty.
  init(_ settings: Settings) throws(SettingError) {
    self.init()
    for setting in Setting.all { try setting.apply(settings[setting], to: &self) }
    service.metricsElsewhere = metricsListen != nil
    if service.keys.isEmpty, !keysFile.isEmpty { service.keys = try keysOfFile() }
  }

  /// The address that the service listens on.
  var listen: ListenAddress {
    get { ListenAddress(host: service.server.host, port: service.server.port) }
    set {
      service.server.host = newValue.host
      service.server.port = newValue.port
    }
  }

  private func keysOfFile() throws(SettingError) -> [String] {
    guard let bytes = File.read(keysFile) else {
      throw SettingError(setting: .keysFile, given: keysFile, takes: "the path of a readable file")
    }
    let keys = ValueFormat.list().parse(String(decoding: bytes, as: UTF8.self)) ?? []
    guard !keys.isEmpty else {
      throw SettingError(
        setting: .keysFile, given: keysFile, takes: "the path of a file with at least one key")
    }
    return keys
  }
}
