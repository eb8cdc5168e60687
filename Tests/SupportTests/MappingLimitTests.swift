import Glibc
import Support
import Testing

/// What limits of address space and data leave for requests, by given numbers of megabytes.
struct MappingLimitTests {
  private let reserve = MappingReserve(
    files: 100 << 20, stacks: 50 << 20, connections: 30 << 20, libraries: 20 << 20)

  private func addressSpace(_ megabytes: Int) -> MappingLimit {
    MappingLimit(.addressSpace, limit: megabytes << 20, initial: 200 << 20, reserve: reserve)
  }

  private func data(_ megabytes: Int) -> MappingLimit {
    MappingLimit(.data, limit: megabytes << 20, initial: 10 << 20, reserve: reserve)
  }

  private func usage(resident: Int = 0, mapped: Int = 0, data: Int = 0) -> MemoryUsage {
    MemoryUsage(resident: resident << 20, mapped: mapped << 20, data: data << 20)
  }

  @Test func `a limit of address space leaves the rest beside the program and the whole reserve`() {
    #expect(addressSpace(1000).overhead == 400 << 20)
    #expect(addressSpace(1000).available == 600 << 20)
  }

  @Test func `files that are only read are no data`() {
    #expect(data(1000).overhead == 110 << 20)
    #expect(data(1000).available == 890 << 20)
  }

  @Test func `a limit below the least is not enough, and stands for the least`() {
    let least = MappingLimit.least >> 20
    #expect(addressSpace(0).leastLimit == (400 + least) << 20)
    #expect(addressSpace(400 + least).isEnough && addressSpace(400 + least).available == MappingLimit.least)
    #expect(!addressSpace(399 + least).isEnough && addressSpace(399 + least).available == MappingLimit.least)
    #expect(!addressSpace(0).isEnough && addressSpace(0).available == MappingLimit.least)
  }

  @Test func `the reserve is used up before a limit leaves less`() {
    #expect(addressSpace(1000).left(by: usage(mapped: 200)) == 600 << 20)
    #expect(addressSpace(1000).left(by: usage(mapped: 400)) == 600 << 20)
    #expect(addressSpace(1000).left(by: usage(mapped: 401, data: 900)) == 599 << 20)
    #expect(data(1000).left(by: usage(mapped: 900, data: 120)) == 880 << 20)
    #expect(data(1000).left(by: usage(data: 1010)) < 0)
  }

  @Test func `the limit that leaves least decides what is available`() {
    #expect(MemoryLimits(container: 500 << 20, mappings: []).available == 500 << 20)
    #expect(MemoryLimits(container: 500 << 20, mappings: []).smallestMapping == nil)
    let limits = MemoryLimits(container: 500 << 20, mappings: [addressSpace(1000), data(450)])
    #expect(limits.available == 340 << 20 && limits.smallestMapping == data(450))
    let wide = MemoryLimits(container: 500 << 20, mappings: [addressSpace(1000)])
    #expect(wide.available == 500 << 20 && wide.smallestMapping == nil)
  }

  @Test func `so much is taken that the rest fits in every limit`() {
    let container = MemoryLimits(container: 500 << 20, mappings: [])
    #expect(container.taken(by: usage(resident: 120, mapped: 900, data: 700)) == 120 << 20)
    let limits = MemoryLimits(container: 500 << 20, mappings: [addressSpace(1000), data(450)])
    // Of the container 380 MB are left, of the address space 600 MB, of the data 340 MB.
    #expect(limits.taken(by: usage(resident: 120, mapped: 300, data: 100)) == 0)
    #expect(limits.taken(by: usage(resident: 120, mapped: 300, data: 150)) == 40 << 20)
    // 100 MB of the address space.
    #expect(limits.taken(by: usage(resident: 120, mapped: 900, data: 150)) == 240 << 20)
    // 50 MB of the container.
    #expect(limits.taken(by: usage(resident: 450, mapped: 900, data: 150)) == 290 << 20)
  }

  @Test func `a process counts its mappings and its data as the kernel limits them`() throws {
    let before = ProcessUsage.memory
    #expect(before.mapped > before.data && before.data > 0 && before.resident > 0)
    let length = 8 << 30
    let memory = try #require(
      mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))
    try #require(memory != MAP_FAILED)
    let during = ProcessUsage.memory
    munmap(memory, length)
    // Other tests map and unmap meanwhile, but not so much.
    #expect(during.counted(by: .addressSpace) > before.mapped + length / 2)
    #expect(during.counted(by: .data) > before.data + length / 2)
    #expect(during.resident < before.resident + length / 2)
  }
}
