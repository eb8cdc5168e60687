import JSON
import TestSupport
import Testing

@Suite struct JSONWriterTests {
  private func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(capacity: 1)
    write(&writer)
    return writer.finish().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `commas stand between values and nowhere else`() {
    let text = written { json in
      json.beginObject()
      json.key("a")
      json.beginArray()
      json.endArray()
      json.key("b" as String)
      json.beginArray()
      json.number(1)
      json.number(2.5)
      json.beginObject()
      json.endObject()
      json.null()
      json.bool(true)
      json.bool(false)
      json.string("x")
      json.endArray()
      json.endObject()
    }
    #expect(text == #"{"a":[],"b":[1,2.5,{},null,true,false,"x"]}"#)
  }

  @Test func `raw pieces join the text around them`() {
    let text = written { json in
      json.raw(#"{"attributes":["#)
      for index in 0..<2 {
        json.raw(#"{"indexPath":["#)
        json.number(0)
        json.number(index)
        json.raw(#"],"frame":{"x":"#)
        json.number(0.5)
        json.raw(#","y":"#)
        json.number(-1)
        json.raw("}}")
      }
      json.raw("null")
      json.raw(#""a""#)
      json.raw("]")
      json.key("n")
      json.raw("1")
      json.raw("}")
    }
    #expect(
      text == #"{"attributes":[{"indexPath":[0,0],"frame":{"x":0.5,"y":-1}},"#
        + #"{"indexPath":[0,1],"frame":{"x":0.5,"y":-1}},null,"a"],"n":1}"#)
  }

  @Test func `strings are escaped as JSON.stringify escapes them`() {
    let text = written { $0.string("\"\\/\u{8}\t\n\u{C}\r\u{0}\u{1F}\u{7F}\u{2028}é漢😀") }
    #expect(text == #""\"\\/\b\t\n\f\r\u0000\u001f"# + "\u{7F}\u{2028}é漢😀\"")
  }

  @Test func `an escape is found at every place of a string of every length`() {
    for length in 1...40 {
      for place in 0..<length {
        for escaped in ["\"", "\\", "\u{0}", "\u{1F}", "\n", "!", "#", "[", "]", " ", "\u{7F}"] {
          let before = String(repeating: "a", count: place)
          let after = String(repeating: "é", count: length - place - 1)
          let text = before + escaped + after
          let json = written { $0.string(text) }
          #expect((try? reading(json) { $0.string }) == text)
          #expect(
            json.utf8.contains(UInt8(ascii: "\\")) == ["\"", "\\", "\u{0}", "\u{1F}", "\n"].contains(escaped))
        }
      }
    }
  }

  @Test func `any Unicode text is read back as it was`() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...30, using: &generator) {
        let limit: UInt32 = [0x80, 0x800, 0x10000, 0x110000].randomElement(using: &generator)!
        guard let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &generator)) else { continue }
        text.unicodeScalars.append(scalar)
      }
      let json = written { $0.string(text) }
      let back = try reading(json) { $0.string }
      #expect(back.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
      guard !text.unicodeScalars.contains("\0") else { continue }
      let object = written { json in
        json.beginObject()
        json.key(text)
        json.number(1)
        json.endObject()
      }
      #expect(try reading(object) { $0.member(named: text)?.number } == 1)
    }
  }

  @Test func `a text that outgrows its first room many times is whole`() throws {
    let text = written { json in
      json.beginArray()
      for index in 0..<50_000 { json.number(index) }
      json.endArray()
    }
    try reading(text) { root in
      #expect(root.count == 50_000)
      #expect(root.elements.enumerated().allSatisfy { $0.element.integer == $0.offset })
    }
  }
}
