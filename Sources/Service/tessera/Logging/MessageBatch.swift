import Glibc
import JSON

/// Messages that wait to be written, formatted already: there are few of them.
struct MessageBatch: LineBatch {
  private let form: MessageForm
  private(set) var lineCount = 0
  private var bytes: [UInt8] = []

  init(form: MessageForm) { self.form = form }

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
    let notice = "\(count) lines dropped"
    page.append(
      contentsOf: (form == .json ? form.line(notice, level: "warning", from: "tessera") : notice).utf8)
    page.append(UInt8(ascii: "\n"))
  }
}
