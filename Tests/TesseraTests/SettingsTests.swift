import Testing

@testable import tessera

struct SettingsTests {
  @Test(arguments: Setting.allCases)
  func `every setting has a flag, a variable of the same name and a default that is taken`(setting: Setting)
    throws
  {
    #expect(setting.flag == "--" + setting.variable.dropFirst(8).lowercased().replacing("_", with: "-"))
    #expect(setting.variable.hasPrefix("TESSERA_") && !setting.variable.hasSuffix("_PORT"))
    let settings = Settings(flags: [:], environment: [setting.variable: setting.fallback])
    #expect(settings[setting] == setting.fallback)
    _ = try ServeConfiguration(settings)
  }

  @Test func `the defaults are what the service runs with`() throws {
    let configuration = try ServeConfiguration(Settings(flags: [:], environment: [:]))
    #expect(configuration.listen == ListenAddress("127.0.0.1:8080"))
    #expect(configuration.metricsListen == nil && !configuration.service.metricsElsewhere)
    #expect(configuration.service.queueLimit == 1024)
    #expect(configuration.service.deadline == .seconds(10) && configuration.service.drain == .seconds(10))
    #expect(configuration.service.answerLimit == 256 << 20)
    #expect(configuration.service.limits.items == 10_000_000)
    #expect(configuration.service.limits.sections == 1_000_000)
    #expect(configuration.service.limits.depth == 64)
    #expect(configuration.service.limits.stringLength == 1 << 20)
    #expect(configuration.service.server.bodyLimit == 64 << 20)
    #expect(configuration.service.server.uriLimit == 8 << 10)
    #expect(configuration.service.server.headerMemory == 32 << 10)
    #expect(configuration.service.server.gzipFloor == 1024)
    #expect(configuration.service.server.idleTimeout == 60)
    #expect(configuration.service.server.requestDeadline == 30)
    #expect(configuration.service.server.connectionLimit == 1024)
    #expect(configuration.service.server.perIPConnectionLimit == 256)
    #expect(configuration.service.keys.isEmpty && configuration.service.corsOrigins.isEmpty)
  }

  @Test func `a flag wins over a variable, and either kind of key flag over either variable`() {
    let environment = ["TESSERA_KEYS": "variable", "TESSERA_KEYS_FILE": "file", "TESSERA_QUEUE": "5"]
    #expect(Settings(flags: [.queue: "6"], environment: environment)[.queue] == "6")
    #expect(Settings(flags: [:], environment: environment)[.queue] == "5")
    #expect(Settings(flags: [.keys: "flag"], environment: environment)[.keys] == "flag")
    #expect(Settings(flags: [.keysFile: "other"], environment: environment)[.keys] == "")
    #expect(Settings(flags: [:], environment: environment)[.keys] == "variable")
  }

  @Test func `variables of ours that are no settings are found`() {
    let settings = Settings(
      flags: [:], environment: ["TESSERA_LISTENS": "", "TESSERA_LISTEN": "a:1", "PATH": "", "TESSERA_": ""])
    #expect(settings.unknownVariables == ["TESSERA_", "TESSERA_LISTENS"])
  }

  @Test func `keys stand between commas or one a line`() throws {
    let settings = Settings(flags: [.keys: " a, b b ,,\r\nc\n"], environment: [:])
    #expect(try SettingReader(settings: settings).keys() == ["a", "b b", "c"])
    #expect(settings.description.contains("TESSERA_KEYS=***"))
    #expect(!settings.description.contains("b b"))
  }
}
