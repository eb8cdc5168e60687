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
      #expect(root[0]?.number == nil && root[0]?.bool == nil && root[0]?.count == 0)
      #expect(root[1]?.string == nil && root[1]?.bool == nil)
      #expect(root[2]?.number == nil && root[2]?["a"] == nil && root[3] == nil && root[-1] == nil)
      #expect(root[1]?.elements.contains { _ in true } == false)
      #expect(root[1]?.members.contains { _ in true } == false)
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
      #expect(root.elements.map { $0 == "flow" } == [true, false, false])
    }
  }

  @Test func `a pair is an array of two numbers and nothing else`() throws {
    let texts = ["[1,-2.5]", "[ 1 , 2 ]", "[1]", "[1,2,3]", "[1,\"2\"]", "[[1],2]", "[]", "12", "{\"a\":1}"]
    let pairs = try texts.map { try reading($0) { $0.pair.map { [$0.0, $0.1] } } }
    #expect(pairs == [[1, -2.5], [1, 2], nil, nil, nil, nil, nil, nil, nil])
  }

  @Test func `values may be read in any order, in part and again`() throws {
    let long = String(repeating: "[1,\"]}\",{\"k\":[2]}],", count: 200)
    let text = "{\"a\": [\(long)3], \"b\": {\"c\": [4, [\(long)5], 6]} , \"d\":7}"
    try reading(text) { root in
      #expect(root["d"]?.number == 7 && root["a"]?.count == 201 && root["b"]?["c"]?[2]?.number == 6)
      #expect(root["a"]?[200]?.number == 3 && root["d"]?.number == 7)
      // An iterator goes on from where it was, after any reads since.
      var members = root.members
      let first = members.next()
      #expect(first?.value[199]?[2]?["k"]?[0]?.number == 2)
      #expect(root["b"]?["c"]?[1]?.count == 201)
      #expect(members.next().map { String($0.key) } == "b" && members.next()?.value.number == 7)
      #expect(members.next() == nil && members.next() == nil)
    }
  }

  @Test func `a table finds a key however it is written`() throws {
    let names = ["id", "aspectRatio", "aspectRadio", "größe", "", "preferredAttributes"]
    let table = JSONKeyTable(names)
    let text = #"""
      {"aspectRadio":0, "i":0, "aspectRatio":0, "\u0069d":0, "gr\u00f6\u00dfe":0, "":0, "preferredAttributes":0,
       "aspectRatios":0}
      """#
    let found = try reading(text) { $0.members.map { table.index(of: $0.key) } }
    #expect(found == [2, nil, 1, 0, 3, 4, 5, nil])
  }

  @Test func `texts of the same value are the same`() throws {
    let ways = [
      #"{"a":[1,20,0.5,1e2,0],"b":"é\n/"}"#, #" { "a" : [1.0, 2e1, 5e-1, 100 ,-0], "b":"\u00e9\u000a\/" } "#,
    ]
    let texts = try ways.map { String(decoding: try reading($0) { $0.text }, as: UTF8.self) }
    #expect(texts[0] == texts[1] && texts[0] == #"{"a":[1,20,0.5,100,0],"b":"é\n/"}"#)
    for plain in ["[1,-20,\"é/\",{\"a\":null}]", "123456789012345", "\"a\""] {
      #expect(try reading(plain) { String(decoding: $0.text, as: UTF8.self) } == plain)
    }
    #expect(
      try reading("[1234567890123456789]") { String(decoding: $0.text, as: UTF8.self) }
        == "[1234567890123456800]")
  }
}
