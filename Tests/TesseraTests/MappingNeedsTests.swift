import API
import Foundation
import HTTPServer
import Support
import TestSupport
import Testing

@testable import tessera

/// What a service maps besides the memory for requests.
struct MappingNeedsTests {
  private var configuration: ServeConfiguration {
    var configuration = ServeConfiguration()
    configuration.service.workers = 2
    configuration.service.server.eventLoops = 1
    configuration.service.server.connectionLimit = 100
    configuration.service.fonts = []
    configuration.store = .memory
    return configuration
  }

  private var needs: MappingReserve { MappingReserve(configuration) }

  @Test func `threads that compute have deep stacks, and those that wait and write have shallow ones`() {
    // Two workers, their substitutes, two in reserve, an event thread and the periodic tasks.
    #expect(needs.stacks == 8 * (8 << 20) + 6 * (1 << 20))
    var more = configuration
    more.service.workers = 3
    more.service.server.eventLoops = 2
    #expect(MappingReserve(more).stacks - needs.stacks == (3 + 1) * (8 << 20))
  }

  @Test func `each connection has the buffers of libmicrohttpd`() {
    #expect(needs.connections == 100 * (32 << 10))
    var larger = configuration
    larger.service.server.headLimit = 48 << 10
    #expect(MappingReserve(larger).connections == 100 * (64 << 10))
  }

  @Test func `the file of a store has a thread that writes, and caches of connections`() {
    var stored = configuration
    stored.store = .sqlite(path: "/x")
    let reserve = MappingReserve(stored)
    #expect(reserve.stacks - needs.stacks == 8 << 20)
    #expect(reserve.libraries - needs.libraries == 7 * (2 << 20))
    stored.store = .postgres(schema: "s")
    #expect(MappingReserve(stored).stacks > reserve.stacks)
  }

  @Test func `an address for metrics has threads and connections of its own`() {
    var monitored = configuration
    monitored.metricsListen = ListenAddress("127.0.0.1:0")
    let reserve = MappingReserve(monitored)
    #expect(reserve.stacks - needs.stacks == 8 << 20 + 2 << 20)
    #expect(reserve.connections - needs.connections == 32 * (32 << 10))
  }

  @Test func `the files of fonts are mapped, each once, and missing ones are not`() throws {
    let path = TemporaryFiles.path("font.ttf")
    try Data(repeating: 7, count: 12_345).write(to: URL(fileURLWithPath: path))
    var named = configuration
    named.service.fonts = [path, path, path + ".missing", path + "*"]
    #expect(MappingReserve(named).files == 12_345)
    #expect(needs.files == 0)
  }

  @Test func `an error names the limit, each part that takes of it, and the least that is enough`() {
    let reserve = MappingReserve(
      files: 160 << 20, stacks: 78 << 20, connections: 32 << 20, libraries: 20 << 20)
    let addressSpace = TooLittleMemory(
      limit: MappingLimit(.addressSpace, limit: 400 << 20, initial: 140 << 20, reserve: reserve))
    #expect(
      addressSpace.description
        == "The limit of the process's address space (RLIMIT_AS) is 400MB, and the server needs 478MB: for the program "
        + "140MB, for fonts 160MB, for the stacks of threads 78MB, connections 32MB, libraries 20MB, and requests 48MB. "
        + "Raise the limit (ulimit -v, LimitAS of systemd), or lower --workers, --event-loops or --connections, or name "
        + "fewer --fonts.")
    let data = TooLittleMemory(
      limit: MappingLimit(.data, limit: 100 << 20, initial: 10 << 20 + 1, reserve: reserve))
    #expect(
      data.description
        == "The limit of the process's data (RLIMIT_DATA) is 100MB, and the server needs 189MB: for the program 11MB, for "
        + "the stacks of threads 78MB, connections 32MB, libraries 20MB, and requests 48MB. Raise the limit (ulimit -d, "
        + "LimitDATA of systemd), or lower --workers, --event-loops or --connections.")
  }
}
