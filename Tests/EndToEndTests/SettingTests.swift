import Foundation
import Glibc
import TestSupport
import Testing

/// The configuration of `tessera serve`, and the values that it rejects.
struct SettingTests {
  private func printed(_ arguments: String..., environment: [String: String] = [:]) throws -> [String: String]
  {
    let process = try ChildProcess(
      Repository.binary, ["serve", "--print-config"] + arguments, environment: environment)
    #expect(process.waitForExit() == 0, "\(process.errors)")
    return Dictionary(
      // The first line is a comment: the memory, and the limits that follow from it.
      uniqueKeysWithValues: process.outputText.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
        line in
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), String(parts[1]))
      })
  }

  @Test func `a flag wins over its variable, the variable over the default`() throws {
    #expect(try printed()["TESSERA_BODY_LIMIT"] == "64MB")
    let environment = ["TESSERA_BODY_LIMIT": "3MB", "TESSERA_QUEUE": "7"]
    let byVariable = try printed(environment: environment)
    #expect(byVariable["TESSERA_BODY_LIMIT"] == "3MB" && byVariable["TESSERA_QUEUE"] == "7")
    let byFlag = try printed("--body-limit", "5MB", environment: environment)
    #expect(byFlag["TESSERA_BODY_LIMIT"] == "5MB" && byFlag["TESSERA_QUEUE"] == "7")
  }

  @Test(arguments: ["0", "1", "0.05", ".5", "0.0000125"])
  func `a printed ratio is one that the setting takes`(ratio: String) throws {
    let first = try #require(try printed("--trace-ratio", ratio)["TESSERA_TRACE_RATIO"])
    #expect(try printed("--trace-ratio", first)["TESSERA_TRACE_RATIO"] == first)
    #expect(Double(first) == Double(ratio))
  }

  @Test func `secrets are masked where the configuration is printed`() throws {
    let process = try ChildProcess(
      Repository.binary, ["serve", "--print-config"], environment: ["TESSERA_KEYS": "open-sesame-and-close"])
    process.waitForExit()
    #expect(process.outputText.contains("TESSERA_KEYS=***"))
    #expect(!process.outputText.contains("sesame") && !process.errors.contains("sesame"))
  }

  @Test(arguments: [
    ("listen", "8080", "host:port"), ("listen", "localhost", "host:port"), ("listen", ":80", "host:port"),
    ("listen", "1.2.3.4:99999", "host:port"), ("listen", "::1:80", "host:port"),
    ("listen", "unix:socket", "unix:/path"), ("metrics-listen", "nowhere", "host:port"),
    ("socket-mode", "660 ", "octal mode"), ("socket-mode", "0888", "octal mode"),
    ("socket-mode", "1777", "octal mode"), ("socket-mode", "7", "octal mode"),
    ("workers", "0", "from 1 to 1024"),
    ("event-loops", "0", "from 1 to 256"),
    ("workers", "two", "from 1 to 1024"), ("queue", "-1", "from 1 to 1000000"), ("queue", "1e3", "from 1"),
    ("store", "redis:", "memory:"), ("deadline", "10", "duration with its unit"),
    ("deadline", "0s", "duration with its unit"), ("deadline", "ten seconds", "duration with its unit"),
    ("request-deadline", "5 s", "duration with its unit"), ("idle-timeout", "500ms", "whole seconds"),
    ("drain", "-1s", "duration with its unit"), ("shutdown-delay", "5", "duration with its unit"),
    ("connections", "none", "whole number"),
    ("connections-per-address", "-1", "from 0"), ("header-limit", "1KB", "size with its unit"),
    ("uri-limit", "8", "size with its unit"), ("body-limit", "64mb", "size with its unit"),
    ("body-limit", "9999999GB", "size with its unit"), ("answer-limit", "1B", "size with its unit"),
    ("body-memory", "0B", "size with its unit"), ("body-memory-share", "0", "from 1 to 100"),
    ("trusted-proxies", "proxy.example", "CIDR"), ("trusted-proxies", "10.0.0.0/33", "CIDR"),
    ("gzip-floor", "big", "size with its unit"), ("json-depth", "5000", "from 8 to 1024"),
    ("string-limit", "-1B", "size with its unit"), ("item-limit", "0", "from 1"),
    ("section-limit", "99999999999999999999", "from 1"), ("log-format", "xml", "json, text or off"),
    ("items-per-key", "0%", "a share from 1% to 100%"), ("collections-per-key", "half", "a share from 1%"),
    ("requests-per-key", "0", "from 1"), ("processor-per-key", "90", "whole seconds"),
  ])
  func
    `a value that a setting does not take prevents the start, and the error names the variable, the value and what it takes`(
      name: String, value: String, takes: String
    ) throws
  {
    let variable = "TESSERA_" + name.uppercased().replacing("-", with: "_")
    let byVariable = try tessera("serve", environment: [variable: value])
    let byFlag = try tessera("serve", "--\(name)=\(value)")
    for process in [byVariable, byFlag] {
      #expect(process.exitCode != 0 && process.exitCode != nil)
      #expect(process.errors.contains(variable) && process.errors.contains("--\(name)"), "\(process.errors)")
      #expect(process.errors.contains("\"\(value)\"") && process.errors.contains(takes), "\(process.errors)")
      #expect(process.output.isEmpty)
    }
  }

  @Test func `an unknown variable with the prefix of settings prevents the start, any other does not`() throws
  {
    for command in [["serve"], ["serve", "--print-config"], ["config", "check"], ["health"]] {
      let process = try ChildProcess(
        Repository.binary, command, environment: ["TESSERA_BODY_LIMITS": "1MB", "TESSERA_WORKRES": "3"])
      #expect(process.waitForExit() == 1 && process.output.isEmpty, "\(command)")
      #expect(process.errors.contains("TESSERA_BODY_LIMITS is no setting"))
      #expect(process.errors.contains("TESSERA_WORKRES is no setting"))
    }
    // Kubernetes describes a service that is called tessera by the others.
    let others = [
      "TESSERACT": "x", "TESSERA_PORT": "tcp://10.0.0.1:80", "TESSERA_PORT_80_TCP_ADDR": "10.0.0.1",
      "TESSERA_SERVICE_HOST": "10.0.0.1", "TESSERA_SERVICE_PORT_HTTP": "80",
      "TESSERA_REPLICAS_SERVICE_HOST": "10.0.0.1",
    ]
    #expect(try printed(environment: others)["TESSERA_BODY_LIMIT"] == "64MB")
    #expect(!RunningService.shared.value.process.errors.contains("warning"))
  }

  @Test func `a file of settings comes behind flags and variables, and --print-config writes one`() throws {
    let path = TemporaryFiles.path("tessera.conf")
    func write(_ text: String) throws { try text.write(toFile: path, atomically: true, encoding: .utf8) }
    try write("# limits\n\nTESSERA_QUEUE = 7\n  TESSERA_BODY_LIMIT=\"3MB\"\nTESSERA_WORKERS='2'\n")
    let byFile = try printed("--config", path)
    #expect(byFile["TESSERA_QUEUE"] == "7" && byFile["TESSERA_BODY_LIMIT"] == "3MB")
    let over = try printed(
      "--queue", "9", environment: ["TESSERA_CONFIG": path, "TESSERA_BODY_LIMIT": "4MB"])
    #expect(over["TESSERA_QUEUE"] == "9" && over["TESSERA_BODY_LIMIT"] == "4MB")
    #expect(over["TESSERA_WORKERS"] == "2")
    var all = try printed("--queue", "5")
    try write(all.map { "\($0)=\($1)" }.joined(separator: "\n"))
    all["TESSERA_CONFIG"] = path
    #expect(try printed("--config", path) == all)
  }

  @Test func `a key of a variable wins over a file of keys in the file of settings`() throws {
    let path = TemporaryFiles.path("tessera.conf")
    try "TESSERA_KEYS_FILE=/no/such/file\n".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try tessera("config", "check", "--config", path).exitCode == 1)
    let keys = ["TESSERA_KEYS": "a key of 17 bytes"]
    #expect(
      try tessera("config", "check", "--without-store", "--config", path, environment: keys).exitCode == 0)
  }

  @Test(arguments: [
    ("TESSERA_QUEUE=5\nTESSERA_WORKRES=3\n", "line 2 sets TESSERA_WORKRES"), ("QUEUE=5", "line 1 sets QUEUE"),
    ("TESSERA_QUEUE\n", "line 1 is no NAME=value"), ("TESSERA_QUEUE=5\nTESSERA_QUEUE=6\n", "line 2 sets"),
    ("TESSERA_CONFIG=/etc/other\n", "another file of settings"), ("TESSERA_QUEUE=many\n", "TESSERA_QUEUE"),
    ("export TESSERA_QUEUE=5\n", "line 1 sets export TESSERA_QUEUE"),
  ])
  func `a line of the file that sets nothing prevents the start, and the error names it`(
    text: String, reason: String
  ) throws {
    let path = TemporaryFiles.path("tessera.conf")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    for command in [["serve"], ["serve", "--print-config"], ["config", "check"]] {
      let process = try ChildProcess(Repository.binary, command + ["--config", path])
      #expect(process.waitForExit() == 1 && process.output.isEmpty)
      #expect(process.errors.contains(reason), "\(process.errors)")
    }
    let missing = try tessera("config", "check", "--config", "/no/such/file")
    #expect(missing.exitCode == 1 && missing.errors.contains("/no/such/file"))
  }

  @Test func `config check says ok, with the warnings that a start would log`() throws {
    let good = try tessera("config", "check", "--store", "memory:", "--workers", "2")
    #expect(good.exitCode == 0 && good.outputText == "ok\n")
    let open = try tessera("config", "check", "--without-store", "--listen", "0.0.0.0:80")
    #expect(open.exitCode == 0 && open.outputText.contains("warning: anyone who reaches"))
    for keys in [",", " , "] {
      #expect(try tessera("config", "check", "--keys", keys).exitCode == 1)
    }
    let bad = try tessera("config", "check", "--workers", "0")
    #expect(bad.exitCode == 1 && bad.errors.contains("--workers"))
  }

  @Test func `config check looks at a store in use, and leaves it as it is`() throws {
    let store = StoreFile()
    let location = "sqlite:\(store.path)"
    let missing = try tessera("config", "check", "--store", location)
    #expect(missing.exitCode == 0 && missing.outputText.hasPrefix("note: there is no store yet"))
    #expect(!FileManager.default.fileExists(atPath: store.path))
    let service = try store.serve()
    let found = try tessera("config", "check", "--store", location)
    #expect(found.exitCode == 0 && found.outputText == "ok\n", "\(found.errors)")
    _ = try service.keep("c", ["a"])
    service.stop()
    try store.shell("PRAGMA user_version = 4; DROP TABLE base_times")
    let earlier = try tessera("config", "check", "--store", location)
    #expect(
      earlier.outputText == "note: the start migrates the store from schema 4 to 6\nok\n", "\(earlier.errors)"
    )
    try store.shell("PRAGMA user_version = 99")
    let later = try tessera("config", "check", "--store", location)
    #expect(later.exitCode == 1 && later.errors.contains("has schema 99"))
    #expect(try tessera("config", "check", "--without-store", "--store", location).exitCode == 0)
    #expect(try tessera("config", "check", "--store", "sqlite:/nowhere/at/all.sqlite").exitCode == 1)
    #expect(try tessera("config", "check", "--store", "postgres:").errors.contains("TESSERA_STORE_URL"))
  }

  @Test func `messages below the level are not written`() throws {
    let service = try RunningService("--log-level", "error", "--listen", "0.0.0.0:0")
    service.stop()
    #expect(service.process.errors.contains("listens on"))
    #expect(!service.process.errors.contains("warning") && !service.process.errors.contains("info"))
  }

  @Test func `an address that others can reach is a warning, unless there are keys`() throws {
    let warning = "anyone who reaches"
    let open = try RunningService("--listen", "0.0.0.0:0")
    #expect(eventually { open.process.errors.contains(warning) })
    let keyed = try RunningService("--listen", "0.0.0.0:0", "--keys", "k")
    keyed.stop()
    #expect(!keyed.process.errors.contains(warning))
  }

  @Test func `the error for a port in use names the address`() throws {
    let address = RunningService.shared.value.address
    let process = try tessera("serve", "--listen", address)
    #expect(process.exitCode == 1)
    #expect(process.errors.contains("cannot listen on \(address)"))
    #expect(process.errors.lowercased().contains("in use"))
  }

  @Test func `health exits with 0 if a service responds, and with 1 if none does`() throws {
    let service = RunningService.shared.value
    #expect(try tessera("health", "--listen", service.address).exitCode == 0)
    #expect(try tessera("health", environment: ["TESSERA_LISTEN": "0.0.0.0:\(service.port)"]).exitCode == 0)
    let ready = try tessera("health", "--ready", "--listen", service.address)
    #expect(ready.exitCode == 0 && ready.outputText == "ready\n")
    let stopped = try RunningService()
    stopped.stop()
    let none = try tessera("health", "--listen", stopped.address)
    #expect(none.exitCode == 1)
    #expect(none.outputText.contains("no response from \(stopped.address)"))
    #expect(try tessera("health", "--listen", "nonsense").exitCode == 1)
    // While it waits before it stops, a service responds and is not ready.
    let stopping = try RunningService("--shutdown-delay", "60s")
    stopping.process.signal(SIGTERM)
    #expect(try eventually { try tessera("health", "--ready", "--listen", stopping.address).exitCode == 1 })
    let late = try tessera("health", "--ready", "--listen", stopping.address)
    #expect(late.outputText == "not ready: 503\n")
    #expect(try tessera("health", "--listen", stopping.address).exitCode == 0)
  }
}
