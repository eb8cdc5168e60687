import Support
import Testing

struct IdleListTests {
  private final class Tool: Sendable {
    let size: Int
    init(_ size: Int) { self.size = size }
  }

  @Test func `an element is lent to one user at a time, the last one given back first`() {
    let list = IdleList<Tool>(limit: 2)
    let (small, large) = (Tool(1), Tool(9))
    list.giveBack(small)
    list.giveBack(large)
    #expect(list.take() === large)
    #expect(list.take() === small)
    #expect(list.take() == nil)
  }

  @Test func `only a suitable element is lent, if the caller requires one`() {
    let list = IdleList<Tool>(limit: 2)
    list.giveBack(Tool(1))
    list.giveBack(Tool(9))
    #expect(list.take { $0.size == 1 }?.size == 1)
    #expect(list.take { $0.size == 1 } == nil)
  }

  @Test func `elements beyond the limit, and all after the list is closed, are released`() {
    let list = IdleList<Tool>(limit: 1)
    weak var released: Tool?
    do {
      let (first, second) = (Tool(1), Tool(2))
      released = second
      list.giveBack(first)
      list.giveBack(second)
    }
    #expect(released == nil)
    list.close()
    #expect(list.isClosed)
    list.giveBack(Tool(3))
    #expect(list.take() == nil)
  }
}
