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

  @Test(arguments: [
    ("512B", 512), ("64KB", 65536), ("16MB", 16_777_216), ("1GB", 1_073_741_824), ("0B", 0), ("1024", nil),
    ("1kb", nil), ("1KiB", nil), ("-1B", nil), ("1.5MB", nil), ("99999999999GB", nil), ("", nil), ("MB", nil),
  ])
  func `a size is a whole number and its unit`(text: String, bytes: Int?) {
    #expect(Units.bytes(text) == bytes)
  }
}
