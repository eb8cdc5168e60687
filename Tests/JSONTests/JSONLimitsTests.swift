import JSON
import Testing

@Suite struct JSONLimitsTests {
  @Test func `depth is taken up to its limit and refused one level over it, where it is`() throws {
    let limits = JSONLimits(depth: 3)
    #expect(fault(in: #"[{"a":[1]}]"#, limits: limits) == nil)
    let error = try #require(fault(in: "[{\"a\":\n[[1]]}]", limits: limits))
    #expect(error.reason == .tooDeep(limit: 3) && error.line == 2 && error.column == 2)
    #expect(fault(in: "[]", limits: JSONLimits(depth: 0))?.reason == .tooDeep(limit: 0))
    #expect(fault(in: "1", limits: JSONLimits(depth: 0)) == nil)
  }

  @Test func `the greatest depth is one that the parser holds`() {
    let depth = JSONLimits.greatestDepth
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(fault(in: text, limits: JSONLimits(depth: depth)) == nil)
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func `a hundred thousand open brackets are refused without recursion`(_ opening: String) {
    let text = String(repeating: opening, count: 100_000)
    #expect(fault(in: text)?.reason == .tooDeep(limit: 64))
  }

  @Test func `brackets inside strings are no depth`() {
    #expect(fault(in: #"["[[[[\"[[[\\", "{{{{"]"#, limits: JSONLimits(depth: 1)) == nil)
  }

  @Test func `siblings are no depth`() {
    let text = "[" + String(repeating: "[],", count: 1000) + "{}]"
    #expect(fault(in: text, limits: JSONLimits(depth: 2)) == nil)
  }

  @Test func `a string is taken up to its limit and refused one byte over it`() throws {
    let limits = JSONLimits(stringLength: 4)
    #expect(fault(in: #"["abcd", "éé", "a\n1"]"#, limits: limits) == nil)
    let error = try #require(fault(in: #"["abcd", "abcde"]"#, limits: limits))
    #expect(error.reason == .stringTooLong(limit: 4) && error.column == 10)
    #expect(fault(in: #"{"abcde": 1}"#, limits: limits)?.reason == .stringTooLong(limit: 4))
  }

  @Test func `memory is bounded before any is taken`() throws {
    let limits = JSONLimits(treeBytes: 1 << 20)
    #expect(fault(in: "[" + String(repeating: "{},", count: 3000) + "1]", limits: limits) == nil)
    let error = try #require(
      fault(in: "[" + String(repeating: "{},", count: 4000) + "1]", limits: limits))
    #expect(error.reason == .tooLarge(limit: 1 << 20))
    let strings = "[" + String(repeating: "\"\(String(repeating: "a", count: 1000))\",", count: 1000) + "1]"
    #expect(fault(in: strings, limits: limits)?.reason == .tooLarge(limit: 1 << 20))
    #expect(fault(in: strings, limits: JSONLimits(treeBytes: 2 << 20)) == nil)
  }

  @Test func `an earlier fault wins over a later one of depth`() {
    #expect(fault(in: "[nul, [[1]]]", limits: JSONLimits(depth: 2))?.reason == .syntax(found: "nul"))
  }
}
