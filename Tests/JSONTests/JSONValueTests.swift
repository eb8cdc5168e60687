import JSON
import Testing

@Suite struct JSONValueTests {
  @Test func `every type of value is distinguished`() throws {
    let kinds = try reading(#"[null, true, 1, "a", [], {}]"#) { $0.elements.map(\.kind) }
    #expect(kinds == [.null, .bool, .number, .string, .array, .object])
  }

  @Test func `a scalar may stand at the top`() throws {
    #expect(try reading(" 42 ") { $0.number } == 42)
    #expect(try reading("false") { $0.bool } == false)
    #expect(try reading("\"a\"") { $0.string } == "a")
    #expect(try reading("null") { $0.isNull })
  }

  @Test func `a value is only what it is`() throws {
    try reading(#"["1", 1, true]"#) { root in
      #expect(root[0].number == nil && root[0].bool == nil && root[0].count == 0)
      #expect(root[1].string == nil && root[1].bool == nil)
      #expect(root[2].number == nil && root[2]["a"] == nil)
      #expect(Array(root[1].elements).isEmpty && Array(root[1].members).isEmpty)
      #expect(root.number == nil && Array(root.members).isEmpty)
    }
  }

  @Test func `integers that fit no machine word are numbers all the same`() throws {
    #expect(try reading("123456789012345678901234567890") { $0.number } == 0x1.8ee90ff6c373ep96)
    #expect(try reading("1e-999") { $0.number } == 0)
  }

  @Test func `an integer is a number without a fraction`() throws {
    let integers = try reading("[3, 3.0, -2e2, 3.5, 1e300]") { $0.elements.map(\.integer) }
    #expect(integers == [3, 3, -200, nil, nil])
  }

  @Test func `members come in the order of the text`() throws {
    let names = (0..<200).map { "k\(($0 * 7919) % 200)" }
    let text = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    #expect(try reading(text) { $0.members.map { String($0.key) } } == names)
  }

  @Test func `a switch over a key names literals`() throws {
    let seen = try reading(#"{"size": 1, "siz": 2, "sizes": 3, "": 4, "größe": 5}"#) { root in
      root.members.map { member -> String in
        switch member.key {
        case "size": "size"
        case "": "empty"
        case "größe": "größe"
        default: "other"
        }
      }
    }
    #expect(seen == ["size", "other", "other", "empty", "größe"])
  }

  @Test func `a member is found by a literal and by a string`() throws {
    try reading(#"{"a": 1, "": 2, "ä": 3, "a\u00e4": 4}"#) { root in
      #expect(root["a"]?.number == 1 && root.member(named: "a")?.number == 1)
      #expect(root[""]?.number == 2 && root.member(named: "")?.number == 2)
      #expect(root["ä"]?.number == 3 && root.member(named: "aä")?.number == 4)
      #expect(root["b"] == nil && root.member(named: "b") == nil && root.count == 4)
    }
  }

  @Test func `a string may contain NUL and every plane of Unicode`() throws {
    #expect(try reading(#""a\u0000b""#) { $0.string } == "a\u{0}b")
    #expect(try reading(#""\ud83d\ude00 é 漢 \/\b\f\n\r\t""#) { $0.string } == "😀 é 漢 /\u{8}\u{C}\n\r\t")
    #expect(try reading(#""a\u0000b""#) { $0.withStringUTF8 { $0.count } } == 3)
  }

  @Test func `a string is compared with a literal`() throws {
    try reading(#"["flow", "flo", 1]"#) { root in
      #expect(root[0] == "flow" && !(root[1] == "flow") && !(root[2] == "flow"))
    }
  }
}
