import Support
import TestSupport
import Testing

struct DequeTests {
  @Test func `any sequence of operations has the result that it has on an array`() {
    var random = SeededGenerator(seed: 11)
    var deque = Deque<Int>()
    var array: [Int] = []
    for step in 0..<20_000 {
      // By turns it grows and shrinks, so that its ring is full and empty at every offset.
      let grows = step / 64 % 2 == 0
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<(grows ? 7 : 3):
        deque.append(step)
        array.append(step)
      case 9 where Int.random(in: 0..<20, using: &random) == 0:
        deque.removeAll { $0 % 3 == 0 }
        array.removeAll { $0 % 3 == 0 }
      default:
        #expect(deque.popFirst() == (array.isEmpty ? nil : array.removeFirst()))
      }
      #expect(deque.elementsEqual(array))
      #expect(deque.first == array.first && deque.last == array.last && deque.count == array.count)
    }
  }

  @Test func `an element that was removed is released`() {
    final class Token: Sendable {}
    var deque: Deque<Token> = [Token(), Token()]
    weak let first = deque.first
    deque.removeFirst()
    #expect(first == nil)
    #expect(deque.count == 1)
  }
}
