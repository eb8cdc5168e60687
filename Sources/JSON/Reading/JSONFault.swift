/// A fault at a byte offset, before its line and column are counted.
struct JSONFault {
  var offset: Int
  var reason: JSONSyntaxError.Reason
}

extension JSONSyntaxError {
  /// The error for a fault, with its line and column counted in `text`.
  ///
  /// jansson's own column is not used: it points behind the token it stumbled over.
  ///
  /// - Complexity: O(n), where n is the fault's offset.
  init(_ fault: JSONFault, in text: UnsafeRawBufferPointer) {
    let offset = min(fault.offset, text.count)
    var line = 1
    var column = 1
    for byte in text[..<offset] {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.init(line: line, column: column, offset: offset, reason: fault.reason)
  }
}
