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

  @Test func `JSON takes little memory, and memory is bounded before any is taken`() throws {
    let limits = JSONLimits(memory: 1 << 16)
    #expect(fault(in: "[" + String(repeating: "{},", count: 100_000) + "1]", limits: limits) == nil)
    let members = (0..<10_000).map { "\"\($0)\":1" }.joined(separator: ",")
    #expect(fault(in: "[{\(members)}]", limits: limits)?.reason == .tooLarge(limit: 1 << 16))
    #expect(fault(in: "[{\(members)}]", limits: JSONLimits(memory: 1 << 20)) == nil)
    let deep = String(repeating: "[", count: 60) + String(repeating: "1,", count: 600) + "1"
    let large = "[" + String(repeating: deep + String(repeating: "]", count: 60) + ",", count: 100) + "1]"
    #expect(fault(in: large, limits: limits)?.reason == .tooLarge(limit: 1 << 16))
  }

  @Test func `a fault is named at its place though the parser may not look at the text`() throws {
    let limits = JSONLimits(depth: 4, memory: 1 << 16)
    let long = String(repeating: "{},", count: 1000)
    #expect(fault(in: "[\(long)nul]", limits: limits)?.reason == .syntax(found: "nul"))
    #expect(fault(in: "[\(long)1", limits: limits)?.reason == .unexpectedEnd)
    #expect(fault(in: "[\(long)[[[[]]]]]", limits: limits)?.reason == .tooDeep(limit: 4))
    #expect(fault(in: "[\(long)\"\u{1}\"]", limits: limits)?.reason == .controlCharacter(1))
    let repeated = try #require(fault(in: "[\(long){\"a\":1,\"\\u0061\":2}]", limits: limits))
    #expect(repeated.reason == .duplicateKey("a") && repeated.offset == 3008)
    let number = try #require(fault(in: "[\(long)-1e999]", limits: limits))
    #expect(number.reason == .syntax(found: "-1e999") && number.offset == 3001)
  }

  @Test func `an earlier fault wins over a later one of depth`() {
    #expect(fault(in: "[nul, [[1]]]", limits: JSONLimits(depth: 2))?.reason == .syntax(found: "nul"))
  }
}
