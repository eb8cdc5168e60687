/// The checksum of a row: CRC-32 of its columns. The cases are the orders of the bytes of a number, of which each journal
/// keeps the one that it began with.
package enum RowSum {
  case littleEndian, bigEndian

  /// Returns the checksum of a row with these columns.
  ///
  /// - Complexity: O(n) for n bytes.
  package func of(_ numbers: Int..., texts: [String] = [], bytes: [UInt8] = []) -> Int {
    var row: [UInt8] = []
    for number in numbers { append(number, to: &row) }
    for text in texts {
      // The length keeps texts apart.
      append(text.utf8.count, to: &row)
      row.append(contentsOf: text.utf8)
    }
    row.append(contentsOf: bytes)
    return Int(Checksum.of(row, count: row.count))
  }

  /// Returns the checksum of the row of a position.
  package func of(position row: RowRecord.Row, of collection: Int) -> Int {
    of(collection, row.version, bytes: row.bytes)
  }

  /// Returns the checksum of the row of a viewport other than the main one.
  package func of(viewport name: String, _ bytes: [UInt8], of collection: Int) -> Int {
    of(collection, texts: [name], bytes: bytes)
  }

  private func append(_ number: Int, to row: inout [UInt8]) {
    let number = Int64(number)
    withUnsafeBytes(of: self == .littleEndian ? number.littleEndian : number.bigEndian) {
      row.append(contentsOf: $0)
    }
  }
}

extension RowRecord {
  /// Takes the saved position unless its row is damaged, because a position may be lost.
  ///
  /// - Parameter sum: the stored checksum.
  package mutating func take(position row: Row, sum: Int, _ sums: RowSum) {
    if sum == sums.of(position: row, of: incarnation) { position = row }
  }

  /// Takes the stored form of a viewport unless its row is damaged: its client creates it again.
  ///
  /// - Parameter sum: the stored checksum.
  package mutating func take(viewport name: String, _ bytes: [UInt8], sum: Int, _ sums: RowSum) {
    if sum == sums.of(viewport: name, bytes, of: incarnation) { viewports[name] = bytes }
  }
}
