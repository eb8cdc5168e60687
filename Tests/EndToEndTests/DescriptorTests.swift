import Foundation
import Glibc
import TestSupport
import Testing

/// A service in a process that may have few files and sockets open.
struct DescriptorTests {
  private static let json = ["Content-Type: application/json"]
  /// A small service: one whose threads need few descriptors on any machine.
  private static let small = ["--workers", "1", "--event-loops", "1", "--connections-per-address", "0"]

  private let store = StoreFile()

  /// Whether the process of the tests may have many connections open; the first use raises its limit.
  private static let hasRoom: Bool = {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return false }
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 1 << 14))
    return setrlimit(resource, &limit) == 0
  }()

  private func serve(limit: Int, _ arguments: [String] = []) throws -> RunningService {
    try RunningService(
      ["--store", "sqlite:\(store.path)"] + Self.small + arguments, after: "ulimit -n \(limit)")
  }

  /// Opens connections that send nothing: those beyond the limit wait in the kernel.
  ///
  /// - Parameter kept: a connection that must not be idle for a second meanwhile: it would be closed for another.
  private func flood(
    _ service: RunningService, _ count: Int, keeping kept: HTTPClient? = nil
  ) -> [HTTPClient] {
    #expect(Self.hasRoom)
    return (0..<count).compactMap { number in
      if number % 32 == 0, let kept { #expect(kept.request("GET", "/livez")?.status == 200) }
      return HTTPClient(port: service.port)
    }
  }

  private func insert(_ item: String, over client: HTTPClient) -> Int? {
    let body = "{\"updates\":[{\"op\":\"insertItems\",\"at\":[[0,0]],\"items\":[{\"id\":\"\(item)\"}]}]}"
    return client.request("POST", "/v1/collections/a/updates", Self.json, body: Array(body.utf8))?.status
  }

  /// The sizes of texts of several fonts.
  private func sizes(over client: HTTPClient) -> JSONTree? {
    let items = ["Hello", "漢字", "हिन्दी", "😀"].map { "{\"template\":\"text\",\"content\":\"\($0)\"}" }
    let body = "{\"width\":40,\"items\":[\(items.joined(separator: ","))]}"
    return client.request("POST", "/v1/measurements", Self.json, body: Array(body.utf8))?.json?["sizes"]
  }

  private func familyCount(over client: HTTPClient) -> Int? {
    client.request("GET", "/v1/fonts")?.json?["families"]?.elements?.count
  }

  @Test(arguments: [64, 256])
  func `more connections than descriptors hold up no change, and change no size`(limit: Int) throws {
    let other = try RunningService.shared.value.client()
    let (expected, families) = (try #require(sizes(over: other)), familyCount(over: other))
    let service = try serve(limit: limit)
    #expect(
      eventually {
        service.process.errors.contains(
          "connections may be open, not the 1024 of --connections: the process may have \(limit) files")
      }, "\(service.process.errors)")
    #expect(try service.keep("a", ["start"]).status == 201)
    let client = try service.client()
    #expect(client.request("GET", "/livez")?.status == 200)
    var count = 0
    for round in 0..<20 {
      let connections = flood(service, limit * 2, keeping: client)
      #expect(connections.count == limit * 2)
      for number in 0..<10 {
        #expect(insert("\(round)-\(number)", over: client) == 200)
        count += 1
      }
      // The store is read, too.
      #expect(client.request("GET", "/v1/collections?limit=10")?.status == 200)
      #expect(sizes(over: client) == expected)
      withExtendedLifetime(connections) {}
    }
    #expect(familyCount(over: client) == families)
    #expect(eventually { service.serves })
    let metrics = try service.metrics()
    #expect(metrics["process_max_fds"] == Double(limit))
    #expect((metrics["process_open_fds"] ?? 0) > 0)
    let kept = try service.items(of: "a")
    #expect(kept.ids.count == count + 1 && kept.version == count + 1)
    #expect(service.process.exitCode == nil && service.stop() == 0)
    let again = try store.serve()
    #expect(try again.items(of: "a").ids.count == count + 1)
  }

  @Test func `a service that is flooded as soon as it listens has all fonts`() throws {
    let other = try RunningService.shared.value.client()
    let (expected, families) = (try #require(sizes(over: other)), familyCount(over: other))
    let service = try serve(limit: 64)
    let connections = flood(service, 200)
    let client = try service.client()
    for connection in connections { connection.close() }
    #expect(sizes(over: client) == expected)
    #expect(familyCount(over: client) == families)
    #expect(!service.process.errors.contains("unreadable"))
  }

  /// Starts a service whose first font is a pipe: who reads a pipe waits for one who writes to it.
  private func startReadingPipe() throws -> (pipe: String, process: ChildProcess) {
    let pipe = TemporaryFiles.path("font")
    try #require(mkfifo(pipe, 0o600) == 0)
    let font = Repository.root.appending(path: "examples/fonts/Boxes.ttf").path
    let process = try ChildProcess(
      Repository.binary,
      ["serve", "--listen", "127.0.0.1:0", "--store", "memory:", "--fonts", "\(pipe),\(font)"])
    return (pipe, process)
  }

  /// Opens a pipe once the process reads from it, which it then does until this end is closed.
  private func openForWriting(_ pipe: String, readBy process: ChildProcess) throws -> Int32 {
    var writer: Int32 = -1
    _ = eventually {
      writer = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      return writer >= 0 || process.exitCode != nil
    }
    try #require(writer >= 0, "\(process.errors)")
    return writer
  }

  @Test func `fonts are read before the address listens`() throws {
    let (pipe, process) = try startReadingPipe()
    var isRead = false
    let listens = eventually {
      let writer = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if writer >= 0 {
        if !isRead { #expect(!process.errors.contains("listens on")) }
        isRead = true
        close(writer)
      }
      return process.errors.contains("listens on") || process.exitCode != nil
    }
    #expect(listens && isRead && process.exitCode == nil, "\(process.errors)")
  }

  @Test func `signals end a start that hangs`() throws {
    let (pipe, process) = try startReadingPipe()
    let writer = try openForWriting(pipe, readBy: process)
    defer { close(writer) }
    // The first asks for an orderly end; one that comes before it has been taken is the same for the kernel.
    let hasEnded = eventually {
      process.signal(SIGTERM)
      return process.exitCode != nil
    }
    #expect(hasEnded && process.exitCode == 1)
  }

  @Test func `a start without a descriptor for a font ends with the reason`() throws {
    let (pipe, process) = try startReadingPipe()
    let writer = try openForWriting(pipe, readBy: process)
    try limitDescriptors(of: process, to: 3)
    close(writer)
    #expect(process.waitForExit() == 1)
    #expect(process.errors.contains("cannot be opened: Too many open files"), "\(process.errors)")
    #expect(!process.errors.contains("listens on"))
  }

  @Test func `the soft limit is raised to the hard one`() throws {
    let service = try RunningService([], after: "ulimit -Sn 64; ulimit -Hn 4096")
    #expect(try service.metrics()["process_max_fds"] == 4096)
    #expect(service.stop() == 0)
    #expect(!service.process.errors.contains("--connections"))
  }

  @Test func `a process without enough descriptors does not start, and says what it needs`() {
    let error = #expect(throws: CannotStart.self) { try serve(limit: 40) }
    #expect(error?.reason.contains("The process may have 40 files and sockets open, and needs") == true)
    #expect(error?.reason.contains("ulimit -n") == true)
  }

  @Test func `what needs a file gets 503 while none can be opened, and the right response afterwards`() throws
  {
    let service = try store.serve(Self.small)
    // The patterns of a language are read for the first text that needs them.
    let text = "{\"text\":{\"language\":\"de\",\"usesDefaultHyphenation\":true}}"
    let body = Array(
      """
      {"width":60,"templates":{"t":{"sizeThatFits":\(text)}},
      "items":[{"template":"t","content":"Donaudampfschifffahrtsgesellschaft"}]}
      """.utf8)
    func measure(_ client: HTTPClient) -> HTTPResponse? {
      client.request("POST", "/v1/measurements", Self.json, body: body)
    }
    func addFont() -> HTTPResponse? {
      client.request("POST", "/v1/fonts", ["Content-Type: font/ttf"], body: SampleFont().bytes)
    }
    let expected = try #require(measure(try RunningService.shared.value.client()))
    #expect(expected.status == 200, "\(expected.text)")
    let client = try service.client()
    #expect(client.request("GET", "/livez")?.status == 200)
    try limitDescriptors(of: service.process, to: 3)
    for _ in 0..<2 {
      let refused = try #require(measure(client))
      #expect(refused.status == 503 && refused.code == "memory_full", "\(refused.text)")
      #expect(refused.header("Retry-After") == "1")
    }
    let font = try #require(addFont())
    #expect(font.status == 503 && font.code == "store_unavailable", "\(font.text)")
    try limitDescriptors(of: service.process, to: 1024)
    #expect(measure(client)?.json?["sizes"] == expected.json?["sizes"])
    #expect(addFont()?.status == 201)
    #expect(service.stop() == 0)
    let again = try store.serve()
    #expect(try again.ask("GET", "/v1/fonts/\(SampleFont.id)").status == 200)
  }

  @Test func `a reload without descriptors changes no font, and a later one finds the new one`() throws {
    let folder = TemporaryFiles.path("fonts")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func add(_ family: String) throws {
      try Data(SampleFont.named(family).bytes).write(to: URL(filePath: "\(folder)/\(family).ttf"))
    }
    try add("Boxes")
    let service = try RunningService("--fonts", "\(folder)/*.ttf")
    let client = try service.client()
    func families() -> [String] {
      let families = client.request("GET", "/v1/fonts")?.json?["families"]?.elements ?? []
      return families.compactMap { $0["name"]?.string }
    }
    #expect(families() == ["Boxes"])
    try add("Other")
    try limitDescriptors(of: service.process, to: 3)
    service.process.signal(SIGHUP)
    #expect(eventually { service.process.errors.contains("was not reloaded: The font \(folder)/") })
    #expect(service.process.errors.contains("Too many open files"))
    #expect(families() == ["Boxes"])
    try limitDescriptors(of: service.process, to: 1024)
    service.process.signal(SIGHUP)
    #expect(eventually { service.process.errors.contains("changed fonts") }, "\(service.process.errors)")
    #expect(families() == ["Boxes", "Other"])
  }

  @Test func `reloads while connections take all descriptors keep every family`() throws {
    let service = try serve(limit: 64)
    let client = try service.client()
    let families = try #require(familyCount(over: client))
    let expected = try #require(sizes(over: client))
    for _ in 0..<5 {
      let connections = flood(service, 200, keeping: client)
      let before = service.process.errors.ranges(of: "reloaded").count
      service.process.signal(SIGHUP)
      #expect(eventually { service.process.errors.ranges(of: "reloaded").count > before })
      #expect(familyCount(over: client) == families)
      #expect(sizes(over: client) == expected)
      withExtendedLifetime(connections) {}
    }
    #expect(!service.process.errors.contains("not reloaded"), "\(service.process.errors)")
  }

  /// Changes the soft limit of a process. Descriptors beyond it that are open stay open.
  private func limitDescriptors(of process: ChildProcess, to limit: Int) throws {
    let tool = try ChildProcess(
      "/usr/bin/env", ["prlimit", "--pid", "\(process.pid)", "--nofile=\(limit):"])
    try #require(tool.waitForExit() == 0, "\(tool.errors)")
  }
}
