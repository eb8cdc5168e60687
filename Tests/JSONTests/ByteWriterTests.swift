import JSON
import Testing

@Suite struct ByteWriterTests {
  @Test func `columns are little-endian and aligned`() {
    var writer = ByteWriter()
    writer.append("TES")
    writer.append(littleEndian: UInt16(0x0102))
    writer.pad(toMultipleOf: 8)
    writer.append(littleEndian: -2.0)
    writer.pad(toMultipleOf: 8)
    writer.append(contentsOf: [7, 8])
    #expect(writer.count == 18)
    let buffer = writer.finish()
    #expect(buffer.count == 18)
    let expected: [UInt8] = [84, 69, 83, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xC0, 7, 8]
    #expect(buffer.withUnsafeBytes { Array($0) } == expected)
  }

  @Test func `appended bytes survive growth`() {
    var writer = ByteWriter(capacity: 1)
    var expected: [UInt8] = []
    for round in 0..<500 {
      let bytes = Array(repeating: UInt8(truncatingIfNeeded: round), count: round % 97)
      bytes.withUnsafeBytes { writer.append(contentsOf: $0) }
      writer.append(UInt8(truncatingIfNeeded: round))
      expected += bytes + [UInt8(truncatingIfNeeded: round)]
    }
    #expect(writer.finish().withUnsafeBytes { Array($0) } == expected)
  }

  @Test func `a buffer outlives its writer and crosses tasks`() async {
    let buffer = ByteBuffer(copying: Array("abc".utf8))
    let text = await Task.detached { buffer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }.value
    #expect(text == "abc" && ByteBuffer(copying: []).count == 0)
  }
}
