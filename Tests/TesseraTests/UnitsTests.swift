import Testing

@testable import tessera

struct UnitsTests {
  @Test(
    arguments: [
      ("250ms", .milliseconds(250)), ("30s", .seconds(30)), ("2m", .seconds(120)), ("1h", .seconds(3600)),
      ("0s", .zero), ("30", nil), ("s", nil), ("", nil), ("-1s", nil), ("1.5s", nil), ("1 s", nil),
      ("1S", nil),
      ("99999999999999999999s", nil), ("١s", nil), ("1d", nil),
    ] as [(String, Duration?)])
  func `a duration is a whole number and its unit`(text: String, duration: Duration?) {
    #expect(Units.duration(text) == duration)
  }

  @Test(arguments: ["1ms", "250ms", "1500ms", "1s", "15s", "60s", "90s", "2m", "10m", "60m", "2h", "25h"])
  func `the text of a duration has the largest unit of which there are several`(text: String) throws {
    #expect(Units.text(try #require(Units.duration(text))) == text)
  }

  @Test(arguments: ["0B", "512B", "1500B", "1KB", "64KB", "1MB", "900MB", "1GB", "3GB"])
  func `the text of a size has the largest unit that divides it`(text: String) throws {
    #expect(Units.text(bytes: try #require(Units.bytes(text))) == text)
  }

  @Test(arguments: [
    ("512B", 512), ("64KB", 65536), ("16MB", 16_777_216), ("1GB", 1_073_741_824), ("0B", 0), ("1024", nil),
    ("1kb", nil), ("1KiB", nil), ("-1B", nil), ("1.5MB", nil), ("99999999999GB", nil), ("", nil), ("MB", nil),
  ])
  func `a size is a whole number and its unit`(text: String, bytes: Int?) {
    #expect(Units.bytes(text) == bytes)
  }
}
