import Synchronization
import Testing
import Wire

@testable import API

/// The budget of all requests, of a process whose memory the test states.
struct WorkMemoryTests {
  /// The bytes that the process takes.
  private final class Process: Sendable {
    let bytes: Atomic<Int>

    init(megabytes: Int) { bytes = Atomic(megabytes << 20) }
  }

  private let process = Process(megabytes: 600)
  private let memory: WorkMemory

  init() {
    // Half of 1,000 MB for requests; nothing is reserved above 800 MB of the process.
    memory = WorkMemory(memory: 1000 << 20) { [process] in process.bytes.load(ordering: .relaxed) }
  }

  /// Bytes that a request covers in all, so that it reserves some megabytes.
  private func estimate(reserving megabytes: Int) -> Int { WorkShare.free + megabytes << 20 }

  @Test func `a request reserves as much as fits beside the memory of the process`() {
    let request = WorkShare(memory)
    #expect(!request.cover(estimate(reserving: 201)))
    #expect(request.cover(estimate(reserving: 200)))
  }

  @Test func `memory that others have reserved and not yet taken is not reserved again`() {
    var first: WorkShare? = WorkShare(memory)
    #expect(first?.cover(estimate(reserving: 150)) == true)
    let second = WorkShare(memory)
    #expect(!second.cover(estimate(reserving: 100)))
    #expect(second.cover(estimate(reserving: 50)))
    first = nil
    #expect(second.cover(estimate(reserving: 200)))
  }

  @Test func `memory that others have reserved and taken counts once`() {
    process.bytes.store(300 << 20, ordering: .relaxed)
    let first = WorkShare(memory)
    #expect(first.cover(estimate(reserving: 250)))
    process.bytes.store(550 << 20, ordering: .relaxed)
    let second = WorkShare(memory)
    #expect(second.cover(estimate(reserving: 250)))
    withExtendedLifetime(first) {}
  }

  @Test func `memory that becomes free during a request is reserved by others`() {
    let first = WorkShare(memory)
    #expect(first.cover(estimate(reserving: 150)))
    process.bytes.store(300 << 20, ordering: .relaxed)
    let second = WorkShare(memory)
    #expect(second.cover(estimate(reserving: 300)))
    withExtendedLifetime(first) {}
  }

  @Test func `what bodies reserve is not left for requests, and what requests reserve not for bodies`() {
    #expect(!memory.look())
    // Bodies have room up to nine tenths.
    #expect(!memory.reserveForBody(301 << 20))
    #expect(memory.reserveForBody(150 << 20))
    let request = WorkShare(memory)
    #expect(!request.cover(estimate(reserving: 51)))
    #expect(request.cover(estimate(reserving: 50)))
    #expect(!memory.reserveForBody(101 << 20))
    #expect(memory.reserveForBody(100 << 20))
    memory.releaseOfBody(250 << 20)
    #expect(memory.reserveForBody(250 << 20))
    withExtendedLifetime(request) {}
  }

  @Test func `a response reserves its bytes until it is released, and one to a change in any case`() throws {
    #expect(!memory.look())
    func reserve(_ bytes: Int, isRefusable: Bool = true) throws(Problem) -> ResponseMemory? {
      try ResponseMemory.reserve(bytes, of: memory, isRefusable: isRefusable)
    }
    var first = try reserve(300 << 20)
    let problem = #expect(throws: Problem.self) { try reserve(1 << 20) }
    #expect(problem?.code == .memoryFull)
    #expect(try reserve(ResponseMemory.free) == nil)
    let change = try reserve(100 << 20, isRefusable: false)
    #expect(first != nil && change != nil && !memory.reserveForBody(1))
    first = nil
    #expect(!memory.reserveForBody(201 << 20))
    #expect(memory.reserveForBody(200 << 20))
    withExtendedLifetime(change) {}
  }

  @Test func `all requests together reserve half of the memory at most`() {
    process.bytes.store(0, ordering: .relaxed)
    let first = WorkShare(memory)
    #expect(first.cover(estimate(reserving: 400)))
    let second = WorkShare(memory)
    #expect(!second.cover(estimate(reserving: 101)))
    #expect(second.cover(estimate(reserving: 100)))
    withExtendedLifetime(first) {}
  }

  @Test func `a look finds when collections should be unloaded, and when no request is taken`() {
    #expect(!memory.look() && !memory.isExhausted)
    process.bytes.store(601 << 20, ordering: .relaxed)
    #expect(memory.look() && !memory.isExhausted)
    process.bytes.store(901 << 20, ordering: .relaxed)
    #expect(memory.look() && memory.isExhausted)
  }
}
