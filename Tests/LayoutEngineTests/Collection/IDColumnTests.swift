import TestSupport
import Testing

@testable import LayoutEngine

/// Columns of ids beside arrays of texts.
@Suite struct IDColumnTests {
  /// A random UUID in its canonical form.
  static func uuid(_ random: inout SeededGenerator) -> String {
    let digits = Array("0123456789abcdef")
    return [8, 4, 4, 4, 12].map { count in
      String((0..<count).map { _ in random.pick(digits) })
    }.joined(separator: "-")
  }

  /// An id of a kind that a column may store in another form, or nearly so.
  private static func id(_ random: inout SeededGenerator) -> String? {
    let uuid = uuid(&random)
    switch random.integer(0...11) {
    case 0: return nil
    case 1: return ""
    case 2: return uuid.uppercased()
    case 3: return String(uuid.dropLast())
    case 4: return uuid + "0"
    case 5: return uuid.replacing("-", with: "0")
    case 6: return "g" + uuid.dropFirst()
    case 7: return uuid.dropLast(2) + "\u{E9}"
    case 8: return "item-\(random.integer(0...99))"
    default: return uuid
    }
  }

  private static func column(_ ids: [String?]) -> IDColumn {
    var column = IDColumn()
    for (place, id) in ids.enumerated() { column.append(id, after: place) }
    return column
  }

  /// Whether a column has these ids; one without any may be empty.
  private static func expect(_ column: IDColumn, _ ids: [String?], _ comment: Comment) {
    if column.isEmpty {
      #expect(ids.allSatisfy { $0 == nil }, comment)
      return
    }
    #expect(Array(column) == ids, comment)
    #expect(ids.indices.allSatisfy { column.isGiven(at: $0) == (ids[$0] != nil) }, comment)
    let again = Self.column(ids)
    // A column that has lost all of its ids still has marks.
    if !again.isEmpty { #expect(column == again && column.trimmed == again, comment) }
    for (place, other) in zip(ids.indices, ids.indices.reversed()) {
      let isSame = ids[place].map { Array($0.utf8) } == ids[other].map { Array($0.utf8) }
      #expect(column.isSame(at: place, as: again, at: other) == isSame, comment)
      if isSame { #expect(column.hash(at: place) == again.hash(at: other), comment) }
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `random edits leave the ids that they leave in an array`(seed: UInt64) {
    var random = SeededGenerator(seed: seed &* 6151)
    var ids: [String?] = []
    var column = IDColumn()
    // Some columns have nothing but UUIDs at first, some nothing at all.
    for place in 0..<random.integer(0...40) {
      let id = seed % 3 == 0 ? Self.uuid(&random) : seed % 3 == 1 ? nil : Self.id(&random)
      column.append(id, after: place)
      ids.append(id)
    }
    Self.expect(column, ids, "at first")
    for round in 0..<60 {
      if random.chance(1, in: 3), !ids.isEmpty {
        let (place, id) = (random.integer(0...ids.count - 1), Self.id(&random))
        column.replace(at: place, with: id, of: ids.count)
        ids[place] = id
      } else if random.chance(1, in: 2) {
        let more = (0..<random.integer(0...9)).map { _ in
          seed % 2 == 0 ? Self.uuid(&random) : Self.id(&random)
        }
        let first = random.integer(0...more.count)
        let range = first..<random.integer(first...more.count)
        column.append(range, of: Self.column(more), after: ids.count)
        ids += more[range]
      } else {
        // What is left after a deletion.
        let first = random.integer(0...ids.count)
        let range = first..<random.integer(first...ids.count)
        var rest = IDColumn()
        rest.append(0..<first, of: column, after: 0)
        rest.append(range.upperBound..<ids.count, of: column, after: first)
        column = rest
        ids.removeSubrange(range)
      }
      Self.expect(column, ids, "round \(round)")
    }
  }

  @Test func `a UUID takes 16 bytes, and another id those of its text and a mark`() {
    var random = SeededGenerator(seed: 91)
    let uuids = (0..<256).map { _ in Self.uuid(&random) }
    #expect(IDColumn(uuids).byteCount == 256 * 16)
    let mark = MemoryLayout<Int>.size
    #expect(IDColumn(uuids.map { $0.uppercased() }).byteCount == 256 * (36 + mark))
    #expect(IDColumn(uuids + ["a"]).byteCount == 256 * 16 + 1 + 257 * mark)
  }

  @Test func `items that a builder takes have their UUIDs in 16 bytes`() {
    var random = SeededGenerator(seed: 92)
    var builder = ItemSequenceBuilder()
    for _ in 0..<1000 { builder.append(Item(id: Self.uuid(&random), size: Size(width: 1, height: 1))) }
    var (bytes, count) = (0, 0)
    builder.finish().forEachColumns {
      bytes += $0.ids.byteCount
      count += $0.ids.count
    }
    #expect(count == 1000 && bytes == 16_000)
  }

  @Test func `16 bytes of text are another id than the UUID of the same bytes`() {
    let text = String(repeating: "0", count: 16)
    let ids = IDColumn([text, "30303030-3030-3030-3030-303030303030"])
    #expect(!ids.isSame(at: 0, as: ids, at: 1))
    #expect(ids[0] == text && ids[1] == "30303030-3030-3030-3030-303030303030")
    var words = IdentityWords()
    _ = words.append(ids)
    #expect(!words.areSame(0, 1))
  }

  @Test func `an id that stays leaves the storage shared`() {
    let ids = IDColumn(["a", "b"])
    var other = ids
    other.replace(at: 1, with: "b", of: 2)
    #expect(other == ids && other.isShared(with: ids))
    other.replace(at: 1, with: nil, of: 2)
    #expect(other != ids && Array(other) == ["a", nil] && !other.isShared(with: ids))
  }
}

extension IDColumn {
  /// Whether two columns have their bytes in the same storage.
  func isShared(with other: IDColumn) -> Bool {
    bytes.withUnsafeBufferPointer(\.baseAddress) == other.bytes.withUnsafeBufferPointer(\.baseAddress)
  }
}
