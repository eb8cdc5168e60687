import CSQLite

/// The unused space of b-tree pages, between the pointers to the cells and the cells.
///
/// With `secure_delete` SQLite overwrites the rows that it deletes, but not the copies that it leaves where it has moved
/// rows from page to page. They lie in this space, which nothing reads.
enum PageGaps {
  /// Overwrites the unused space of every page of the database file, for which the log must be empty and no other
  /// connection may write.
  ///
  /// - Complexity: O(n) for n bytes of the database.
  static func clear(on connection: SQLiteConnection) throws(SQLiteError) {
    let size = try connection.number("PRAGMA page_size")
    let count = try connection.number("PRAGMA page_count")
    let hasMap = try connection.number("PRAGMA auto_vacuum") > 0
    // Where pages have so large numbers, one that begins with such a number looks like one of a b-tree.
    guard count < BTreePage.numberLimit else { return }
    var hasCleared = false
    var first = 1
    while first <= count {
      let last = min(count, first + pagesAtOnce - 1)
      let bytes = (last - first + 1) * size
      var pages = [UInt8](repeating: 0, count: bytes)
      let start = Int64((first - 1) * size)
      try connection.check(csqlite_read(connection.handle, &pages, Int32(bytes), start))
      for number in first...last where !(hasMap && BTreePage.isMap(number, pageSize: size)) {
        let place = (number - first) * size
        guard let gap = BTreePage.gap(pages[place..<place + size], isFirst: number == 1),
          pages[gap].contains(where: { $0 != 0 })
        else { continue }
        let zeros = [UInt8](repeating: 0, count: gap.count)
        let offset = start + Int64(gap.lowerBound)
        try connection.check(csqlite_write(connection.handle, zeros, Int32(zeros.count), offset))
        hasCleared = true
      }
      first = last + 1
    }
    if hasCleared { try connection.check(csqlite_sync(connection.handle)) }
  }

  private static var pagesAtOnce: Int { 256 }
}

/// A page of a b-tree, as SQLite's file format describes it (1.6).
enum BTreePage {
  /// The number of a page from which its first byte may be the type of a b-tree's page.
  static var numberLimit: Int { 2 << 24 }

  /// Whether a page of a file that can shrink has the map of the pages behind it (1.8).
  static func isMap(_ number: Int, pageSize: Int) -> Bool {
    number >= 2 && (number - 2) % (pageSize / 5 + 1) == 0
  }

  /// Returns the indices of the unused space; nil if the page is of no b-tree, or is damaged.
  static func gap(_ page: ArraySlice<UInt8>, isFirst: Bool) -> Range<Int>? {
    let header = page.startIndex + (isFirst ? 100 : 0)
    let headerSize: Int
    switch page[header] {
    case 2, 5: headerSize = 12
    case 10, 13: headerSize = 8
    default: return nil
    }
    func number(_ index: Int) -> Int { Int(page[index]) << 8 | Int(page[index + 1]) }
    let cells = number(header + 3)
    let content = page.startIndex + number(header + 5)
    let pointers = header + headerSize
    let start = pointers + 2 * cells
    guard start <= content, content <= page.endIndex else { return nil }
    for cell in 0..<cells {
      let place = page.startIndex + number(pointers + 2 * cell)
      guard place >= content, place < page.endIndex else { return nil }
    }
    return start..<content
  }
}
