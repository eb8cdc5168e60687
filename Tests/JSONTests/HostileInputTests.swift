import JSON
import TestSupport
import Testing

/// Parsing any bytes yields a document, or an error whose position lies in the text.
@Suite struct HostileInputTests {
  static let valid = Array(
    #"""
    {"container": {"width": 375, "height": -6.67e2, "insets": [0,0,0,0]},
     "layout": {"kind": "flow", "größe": "\ud83d\ude00\n\u0041"},
     "sections": [{"itemSizes": [[50,80],[60.5,80]]}, {"items": [{"id": "a"}, null, true, false]}]}
    """#.utf8)

  /// Checks the error's place, or reads the whole document.
  private func survive(_ text: [UInt8]) {
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(parsing: text, limits: JSONLimits(depth: 10))
      document.withRoot { visit($0) }
    } catch {
      let before = text.prefix(error.offset)
      let line = before.count { $0 == 10 } + 1
      #expect(
        0...text.count ~= error.offset && error.line == line && error.column >= 1, "\(error) in \(text)")
      #expect(!error.description.isEmpty)
    }
  }

  private func visit(_ value: JSONValue) {
    _ = (value.number, value.string, value.bool)
    for element in value.elements { visit(element) }
    for member in value.members {
      #expect(value.member(named: String(member.key)) != nil)
      visit(member.value)
    }
  }

  @Test func `every truncation is refused`() {
    #expect(fault(in: Self.valid) == nil)
    for length in 0..<Self.valid.count {
      let cut = Array(Self.valid.prefix(length))
      survive(cut)
      #expect(fault(in: cut) != nil)
    }
  }

  @Test func `mutated documents are survived`() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<20_000 {
      var text = Self.valid
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        let place = Int.random(in: 0..<text.count, using: &generator)
        switch generator.next() % 4 {
        case 0: text[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: text[place] = Self.valid.randomElement(using: &generator)!
        case 2: text.remove(at: place)
        default: text.insert(contentsOf: text[place...].prefix(Int(generator.next() % 40)), at: place)
        }
      }
      survive(text)
    }
  }

  @Test func `random bytes are survived`() {
    var generator = SeededGenerator(seed: 5)
    let alphabet = Array(#"[]{}:,"\u0dE+-.1 tfn"#.utf8) + [0, 10, 0x80, 0xC3, 0xE6, 0xF0]
    for round in 0..<20_000 {
      let length = Int(generator.next() % 24)
      survive(
        (0..<length).map { _ in
          round % 2 == 0
            ? UInt8.random(in: 0...255, using: &generator) : alphabet.randomElement(using: &generator)!
        })
    }
  }

  @Test func `an unfinished string of any content is survived`() {
    for ending in ["\"", "\"\\", "\"\\u", "\"\\u12", "\"\\ud800\\", "\"\\\"", "\"\\\\\"", "\"\\\n"] {
      survive(Array(ending.utf8))
      survive(Array("{\"a\":\(ending)".utf8))
    }
  }

  @Test func `a number of a million digits is read`() throws {
    let digits = String(repeating: "1", count: 1_000_000)
    #expect(try reading("0.\(digits)") { $0.number } == 1.0 / 9)
    #expect(fault(in: digits)?.reason == .numberOverflow)
  }

  @Test func `documents are parsed on many threads at once`() async {
    let counts = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var count = 0
          for _ in 0..<200 {
            guard let document = try? JSONDocument(parsing: Self.valid) else { continue }
            count += document.withRoot { $0.count }
          }
          return count
        }
      }
      return await group.reduce(0, +)
    }
    #expect(counts == 8 * 200 * 3)
  }
}
