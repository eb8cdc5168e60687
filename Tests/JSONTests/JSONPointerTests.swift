import JSON
import Testing

@Suite struct JSONPointerTests {
  @Test func `the whole document has an empty pointer`() {
    #expect(JSONPointer().description.isEmpty && JSONPointer().isRoot)
  }

  @Test func `steps are escaped as RFC 6901 says`() {
    var pointer = JSONPointer()
    pointer.push("a/b")
    pointer.push("m~n")
    pointer.push("~1")
    pointer.push("")
    pointer.push(12)
    #expect(pointer.description == "/a~1b/m~0n/~01//12")
  }

  @Test func `popping goes back to where it was`() {
    var pointer = JSONPointer()
    pointer.push("sections")
    let before = pointer
    pointer.push(3)
    #expect(pointer.description == "/sections/3" && pointer != before)
    pointer.pop()
    #expect(pointer == before && before.appending(4).appending("size").description == "/sections/4/size")
  }

  @Test func `a letter with a combining mark is not torn apart`() {
    #expect(JSONPointer().appending("/\u{301}~\u{301}").description == "/~1\u{301}~0\u{301}")
  }
}
