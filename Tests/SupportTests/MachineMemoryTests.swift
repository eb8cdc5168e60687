import Foundation
import Support
import TestSupport
import Testing

/// The memory that a process may use, by the files of control groups.
struct MachineMemoryTests {
  /// A root folder with some files.
  private func root(_ files: [String: String]) throws -> String {
    let root = TemporaryFiles.path("root") + "/"
    for (path, text) in files {
      let url = URL(fileURLWithPath: root + path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    return root
  }

  private var physical: Int {
    get throws { MachineMemory.limit(root: try root([:])) }
  }

  @Test func `without control groups a process has the memory of the machine`() throws {
    #expect(try physical > 64 << 20)
  }

  @Test(arguments: [
    // Version 2, as a container sees it, and on the host with limits around the group.
    (["proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "268435456\n"], 256 << 20),
    (
      [
        "proc/self/cgroup": "0::/system.slice/tessera.service\n", "sys/fs/cgroup/memory.max": "max\n",
        "sys/fs/cgroup/system.slice/memory.max": "33554432\n",
        "sys/fs/cgroup/system.slice/tessera.service/memory.max": "67108864\n",
      ], 32 << 20
    ),
    // Version 1: a container names the path of the host, which it does not see.
    (
      [
        "proc/self/cgroup": "4:cpu:/docker/ab\n3:hugetlb,memory:/docker/ab\n",
        "sys/fs/cgroup/memory/memory.limit_in_bytes": "134217728\n",
      ], 128 << 20
    ),
  ]) func `the smallest limit around the process counts`(files: [String: String], limit: Int) throws {
    #expect(MachineMemory.limit(root: try root(files)) == limit)
  }

  @Test(arguments: [
    ["proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n"],
    ["proc/self/cgroup": "0::/\n"],
    ["proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": ""],
    ["proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "0\n"],
    ["proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "-5\n"],
    ["proc/self/cgroup": "garbage\n::\n\n"],
    [
      "proc/self/cgroup": "3:memory:/\n",
      "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
    ],
  ]) func `a limit that is none is ignored`(files: [String: String]) throws {
    #expect(MachineMemory.limit(root: try root(files)) == (try physical))
  }

  @Test func `a part is whole units between the floor and the most that suffices`() {
    let third = MachineMemory.part(oneIn: 3)
    #expect(third % (1 << 20) == 0 && third <= MachineMemory.available / 3)
    #expect(third > MachineMemory.available / 3 - (1 << 20))
    #expect(MachineMemory.part(oneIn: .max) == 0)
    #expect(MachineMemory.part(oneIn: .max, atLeast: 16 << 20) == 16 << 20)
    #expect(MachineMemory.part(oneIn: 1, atMost: 5 << 20) == 5 << 20)
    #expect(MachineMemory.part(oneIn: 1, atMost: 7, unit: 1) == 7)
  }
}
