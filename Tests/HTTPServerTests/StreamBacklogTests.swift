import Testing

@testable import HTTPServer

@Suite struct StreamBacklogTests {
  /// Reads at most so many bytes.
  private func read(_ count: Int, from backlog: inout StreamBacklog) -> [UInt8] {
    Array(unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = backlog.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  @Test func `any sequence of additions and reads gives the same bytes as a plain array`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      var (backlog, reference, next) = (StreamBacklog(), [UInt8](), UInt8(0))
      // Mostly more is added than read for a while, then the other way round.
      for step in 0..<400 {
        if Int.random(in: 0..<10, using: &generator) < (step < 200 ? 7 : 3) {
          let bytes = (0..<Int.random(in: 0..<40, using: &generator)).map { next &+ UInt8($0) }
          next &+= UInt8(bytes.count)
          backlog.append(TestBytes(bytes))
          reference += bytes
        } else {
          let count = Int.random(in: 0..<100, using: &generator)
          let expected = Array(reference.prefix(count))
          reference.removeFirst(expected.count)
          #expect(read(count, from: &backlog) == expected)
        }
        #expect(backlog.count == reference.count)
      }
    }
  }

  @Test func `a piece is released as soon as its last byte has been read`() {
    let census = TestBytes.Census()
    var backlog = StreamBacklog()
    for _ in 0..<100 { backlog.append(TestBytes([1, 2, 3], census)) }
    for left in (0..<100).reversed() {
      _ = read(2, from: &backlog)
      #expect(census.count == left + 1)
      _ = read(1, from: &backlog)
      #expect(census.count == left)
    }
  }

  @Test func `a piece has room up to the limit, and any piece has where nothing waits`() {
    var backlog = StreamBacklog()
    #expect(backlog.hasRoom(for: TestBytes(zeros: 20), limit: 10))
    #expect(backlog.hasRoom(for: TestBytes(zeros: 1), limit: 0))
    backlog.append(TestBytes(zeros: 4))
    #expect(backlog.hasRoom(for: TestBytes(zeros: 6), limit: 10))
    #expect(!backlog.hasRoom(for: TestBytes(zeros: 7), limit: 10))
  }
}
