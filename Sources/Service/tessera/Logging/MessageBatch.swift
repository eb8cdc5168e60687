import Glibc
import JSON

/// Messages that wait to be written, formatted already: there are few of them.
struct MessageBatch: LineBatch {
  private(set) var lineCount = 0
  private var bytes: [UInt8] = []

  var byteCount: Int { bytes.count }

  mutating func removeAll(keepingCapacity: Bool) {
    lineCount = 0
    bytes.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Adds a line of text.
  mutating func append(_ line: String) {
    lineCount += 1
    bytes.append(contentsOf: line.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  func write(to page: inout ByteWriter) { page.append(contentsOf: bytes) }

  func writeNotice(ofDropped count: Int, to page: inout ByteWriter) {
    page.append(contentsOf: "\(count) lines dropped\n".utf8)
  }
}
