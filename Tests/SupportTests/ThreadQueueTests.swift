import Support
import Synchronization
import TestSupport
import Testing

struct ThreadQueueTests {
  /// Tells when it is released.
  private final class Token: Sendable {
    private let released: Semaphore

    init(_ released: Semaphore) { self.released = released }

    deinit { released.signal() }
  }

  @Test func `one thread runs all work, in the order in which it was added`() {
    let queue = ThreadQueue(named: "queue")
    let numbers = Gathering<Int>()
    for number in 0..<1000 { queue.add { numbers.add(number) } }
    queue.sync {}
    #expect(numbers.values == Array(0..<1000))
  }

  @Test func `a body runs between the work before it and the work behind it`() {
    let queue = ThreadQueue(named: "queue")
    let words = Gathering<String>()
    queue.add { words.add("before") }
    let count = queue.sync {
      queue.add { words.add("behind") }
      words.add("body")
      return words.values.count
    }
    #expect(count == 2)
    queue.sync {}
    #expect(words.values == ["before", "body", "behind"])
  }

  @Test func `several threads run work while other work waits`() {
    let queue = ThreadQueue(named: "queue", threads: 3)
    let (isFree, isDone) = (Semaphore(), Semaphore())
    for _ in 0..<2 { queue.add { isFree.wait() } }
    queue.add { isDone.signal() }
    #expect(isDone.wait(atMost: .seconds(60)))
    for _ in 0..<2 { isFree.signal() }
  }

  @Test func `a queue that is released runs the rest of its work, and releases it`() {
    let (isFree, isReleased) = (Semaphore(), Semaphore())
    let count = Tally()
    do {
      let queue = ThreadQueue(named: "queue", threads: 2)
      for _ in 0..<2 { queue.add { isFree.wait() } }
      let token = Token(isReleased)
      for _ in 0..<100 { queue.add { [token] in withExtendedLifetime(token) { count.add("run") } } }
    }
    for _ in 0..<2 { isFree.signal() }
    #expect(isReleased.wait(atMost: .seconds(60)))
    #expect(count.counts == ["run": 100])
  }
}
