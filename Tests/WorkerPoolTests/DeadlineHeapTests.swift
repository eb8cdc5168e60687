import Testing

@testable import WorkerPool

@Suite struct DeadlineHeapTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `random insertions and removals keep the earliest deadline first`(seed: UInt64) {
    var random = seed &* 0x9E37_79B9_7F4A_7C15
    func next(_ bound: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % bound
    }
    var heap = DeadlineHeap()
    var model: [JobRecord] = []
    for _ in 0..<500 {
      if model.isEmpty || next(3) > 0 {
        let record = JobRecord(job: Job { _ in }, deadline: Int64(next(100)), submittedAt: 0)
        heap.insert(record)
        model.append(record)
      } else {
        let record = model.remove(at: next(model.count))
        heap.remove(record)
        heap.remove(record)  // A second removal does nothing.
      }
      #expect(heap.first?.deadline == model.map(\.deadline).min())
    }
  }
}
