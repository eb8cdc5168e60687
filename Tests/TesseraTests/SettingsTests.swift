import API
import HTTPServer
import Support
import Testing

@testable import tessera

struct SettingsTests {
  /// The configuration that flags give, without any environment.
  private func configuration(_ flags: [String: String]) throws -> ServeConfiguration {
    try ServeConfiguration(Settings(flags: flags, environment: [:]))
  }

  private func setting(_ name: String) throws -> Setting {
    try #require(Setting.all.first { $0.name == name })
  }

  @Test(arguments: Setting.all.map(\.name))
  func `every setting has a flag, a variable of the same name and a default that it takes`(name: String)
    throws
  {
    let setting = try setting(name)
    #expect(setting.flag == "--" + setting.variable.dropFirst(8).lowercased().replacing("_", with: "-"))
    #expect(setting.variable.hasPrefix("TESSERA_") && !setting.variable.hasSuffix("_PORT"))
    #expect(Setting.all.count { $0.name == name } == 1)
    let settings = Settings(flags: [:], environment: [setting.variable: setting.fallback])
    #expect(settings[setting] == setting.fallback)
    _ = try ServeConfiguration(settings)
  }

  @Test(arguments: Setting.all.map(\.name))
  func `the command line takes the flag of every setting`(name: String) throws {
    let setting = try setting(name)
    #expect(try SettingFlags.parse([setting.flag, "text"]).given == [name: "text"])
    #expect(try SettingFlags.parse(["\(setting.flag)=text"]).given == [name: "text"])
    #expect(throws: (any Error).self) { try SettingFlags.parse([setting.flag]) }
  }

  @Test func `a command line without flags sets nothing, and one with an unknown flag is an error`() throws {
    #expect(try SettingFlags.parse([]).given.isEmpty)
    #expect(throws: (any Error).self) { try SettingFlags.parse(["--listens", "text"]) }
  }

  @Test func `a new configuration of the library has the documented defaults`() {
    let service = ServiceConfiguration()
    #expect(service.workers == Processors.count)
    #expect(service.queueLimit == 1024)
    #expect(service.deadline == .seconds(10) && service.drain == .seconds(10))
    #expect(service.answerLimit == 256 << 20)
    #expect(service.limits.items == 10_000_000 && service.limits.sections == 1_000_000)
    let share = MachineMemory.part(oneIn: 2 * Processors.count, atLeast: 16 << 20)
    let quarter = MachineMemory.part(oneIn: 4, atLeast: 16 << 20)
    #expect(service.limits.memory == max(min(64 << 20, quarter), share))
    #expect(service.limits.depth == 64 && service.limits.stringLength == 1 << 20)
    #expect(service.keys.isEmpty && service.corsOrigins.isEmpty && !service.metricsElsewhere)
    let server = ServerConfiguration()
    #expect(server.eventLoops == max(1, (Processors.count + 2) / 4))
    #expect(server.connectionLimit == 1024 && server.perIPConnectionLimit == 256)
    #expect(server.headLimit == 24 << 10 && server.uriLimit == 8 << 10 && server.bodyLimit == 64 << 20)
    #expect(server.bodyMemory == quarter && server.bodyMemoryShare == 50)
    #expect(server.trustedProxies.isEmpty)
    #expect(server.gzipFloor == 1024)
    #expect(server.idleTimeout == 60 && server.requestDeadline == 30)
  }

  @Test func `settings of which none is set leave the library's defaults as they are`() throws {
    let configuration = try configuration([:])
    #expect(configuration.listen == ListenAddress("127.0.0.1:8080"))
    #expect(configuration.metricsListen == nil)
    #expect(configuration.store == .dataDirectory)
    var expected = ServiceConfiguration()
    expected.server.port = 8080
    #expect(String(reflecting: configuration.service) == String(reflecting: expected))
  }

  @Test func `every setting sets a property of its own`() throws {
    var descriptions: Set<String> = []
    let others = [
      "listen": "[::1]:1", "metrics-listen": "localhost:2", "store": "memory:", "data-directory": "/x",
      "log-format": LogFormat.allCases.first { $0 != ServeConfiguration().logFormat }!.rawValue,
      "fonts": "a.ttf,b.ttf", "cors-origins": "*", "trusted-proxies": "::1", "socket-mode": "0600",
      "keys": String(repeating: "k", count: 16), "json-depth": "9",
      "workers": "1000", "playground": "off", "short-keys": "on",
      "token-secret": String(repeating: "s", count: 32), "log-level": "error",
      "otlp-endpoint": "http://localhost:4318", "otlp-traces-endpoint": "http://localhost:4319/v1/traces",
      "otlp-headers": "a=b", "trace-ratio": "0.5",
    ]
    let files = ["keys-file", "token-secret-file", "store-url-file", "quotas-file"]
    for setting in Setting.all where !files.contains(setting.name) {
      let last = setting.fallback.last
      let unit = setting.fallback.drop(while: \.isNumber)
      let text = others[setting.name] ?? (last == "B" ? "5KB" : "7\(unit)")
      let configuration = try configuration([setting.name: text])
      #expect(
        descriptions.insert(String(reflecting: configuration)).inserted,
        "\(setting.flag) sets nothing of its own")
    }
    #expect(!descriptions.contains(String(reflecting: try configuration([:]))))
  }

  @Test func `a flag wins over a variable, and either kind of key flag over either variable`() throws {
    let environment = ["TESSERA_KEYS": "variable", "TESSERA_KEYS_FILE": "file", "TESSERA_QUEUE": "5"]
    let queue = try setting("queue")
    #expect(Settings(flags: ["queue": "6"], environment: environment)[queue] == "6")
    #expect(Settings(flags: [:], environment: environment)[queue] == "5")
    #expect(Settings(flags: ["keys": "flag"], environment: environment)[.keys] == "flag")
    #expect(Settings(flags: ["keys-file": "other"], environment: environment)[.keys] == "")
    #expect(Settings(flags: [:], environment: environment)[.keys] == "variable")
  }

  @Test func `variables with the prefix of settings that belong to no setting are found`() {
    let settings = Settings(
      flags: [:], environment: ["TESSERA_LISTENS": "", "TESSERA_LISTEN": "a:1", "PATH": "", "TESSERA_": ""])
    #expect(settings.unknownVariables == ["TESSERA_", "TESSERA_LISTENS"])
  }

  @Test func `keys are separated by commas or line ends`() throws {
    let settings = Settings(flags: ["keys": " a, b b ,,\r\nc\n", "short-keys": "on"], environment: [:])
    #expect(try ServeConfiguration(settings).service.keys == ["a", "b b", "c"])
    #expect(settings.description.contains("TESSERA_KEYS=***"))
    #expect(!settings.description.contains("b b"))
  }
}
