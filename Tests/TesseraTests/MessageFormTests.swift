import TestSupport
import Testing

@testable import tessera

/// The lines of messages of the service itself.
struct MessageFormTests {
  private static let hostile = "a \"path\"\n{\"level\":\"error\"}\u{1B}[31m\u{7F}\\ é"

  @Test func `a message in JSON is one object on a line, whatever it quotes`() throws {
    let line = MessageForm.json.line(Self.hostile, level: "warning", from: "tessera")
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 })
    let entry = try JSONTree(parsing: line)
    #expect(entry["message"]?.string == Self.hostile && entry["level"] == "warning")
    #expect(entry["time"]?.string?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
    #expect(entry.members?.count == 3)
  }

  @Test func `a message in text has no control characters`() {
    let line = MessageForm.text.line(Self.hostile, level: "warning", from: "tessera")
    #expect(line.contains(" warning tessera: a \"path\"?{"))
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
  }
}
