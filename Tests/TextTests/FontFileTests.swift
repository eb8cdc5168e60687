import Cancellation
import Synchronization
import TestSupport
import Testing

@testable import Text

/// Cancels work from one question on.
private final class CountingSource: CancellationSource {
  private let limit: Int
  private let count = Atomic(0)

  init(limit: Int) { self.limit = limit }

  var asked: Int { count.load(ordering: .relaxed) }

  func isCancelled() -> Bool { count.add(1, ordering: .relaxed).newValue > limit }
}

@Suite struct FontFileTests {
  private let server: FontLibrary

  init() throws { server = try Fonts.library() }

  private func measurer(_ fonts: SampleFont..., server: FontLibrary? = nil) throws -> TextMeasurer {
    TextMeasurer(
      fonts: FontLibrary(server ?? self.server, adding: try fonts.map { try FontFile($0.bytes) }))
  }

  private func attributes(_ families: String...) -> TextAttributes {
    TextAttributes(families: families, size: 10)
  }

  private func error(_ bytes: [UInt8], limit: Int = FontFile.defaultLimit) -> FontFileError? {
    do throws(FontFileError) { _ = try FontFile(bytes, limit: limit) } catch { return error }
    return nil
  }

  @Test func `a text that names a family of the file is measured with it`() throws {
    let result = try measurer(SampleFont()).measure("aa b", attributes: attributes("boxes"), width: 1000)
    #expect(result.width == 18.5 && result.missingFamilies.isEmpty)
    #expect(
      try TextMeasurer(fonts: server).measure("a", attributes: attributes("Boxes"), width: 9)
        .missingFamilies == ["Boxes"])
  }

  @Test func `a text that does not name it never uses it, even for characters of no other font`() throws {
    let emoji = try FontLibrary(paths: ["/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"])
    for library in [server, emoji] {
      let (with, without) = (try measurer(SampleFont(), server: library), TextMeasurer(fonts: library))
      for families in [[], ["No Such Font"], ["Inter"]] {
        let attributes = TextAttributes(families: families, size: 10)
        #expect(try with.width("aa b 😀", attributes) == without.width("aa b 😀", attributes))
      }
    }
    #expect(try measurer(SampleFont(), server: emoji).width("aa b", attributes("Boxes")) == 18.5)
  }

  @Test func `a family of the file replaces the one of the same name as a whole`() throws {
    let boxes = try FontLibrary(paths: [Fonts.fixture("Boxes.ttf")])
    let narrow = try measurer(.letter(width: 100), server: boxes)
    #expect(try narrow.width("aa", attributes("Boxes")) == 2)
    #expect(try narrow.width("aa", TextAttributes(families: [], size: 10)) == 10)
    #expect(try TextMeasurer(fonts: boxes).width("aa", attributes("Boxes")) == 10)
  }

  @Test func `characters that the file lacks have the fonts of the server`() throws {
    let measurer = try measurer(SampleFont())
    let expected = try measurer.width("z", attributes("Inter"))
    #expect(try measurer.width("aza", attributes("Boxes", "Inter")) == 10 + expected)
    #expect(try measurer.families(of: "a文", attributes: attributes("Boxes")).map(\.name).first == "Boxes")
  }

  @Test func `several files with one family are its faces`() throws {
    let measurer = try measurer(.letter(width: 100), .named("Cubes"))
    #expect(try measurer.width("aa", attributes("Cubes")) == 10)
    #expect(try measurer.width("aa", attributes("Boxes")) == 2)
  }

  @Test func `the list of the server's families stays what it is`() throws {
    let library = FontLibrary(server, adding: [try FontFile(SampleFont().bytes)])
    #expect(library.describedFamilies() == server.describedFamilies())
    #expect(FontLibrary(library, adding: []).index(ofFamily: "Boxes") == nil)
  }

  @Test func `a file describes its families`() throws {
    let families = try FontFile(SampleFont().bytes).describedFamilies()
    #expect(families.map(\.name) == ["Boxes"] && families[0].faces.map(\.weights) == [100...900])
  }

  @Test func `a font in WOFF2 measures as the font that it was made of`() throws {
    let file = try FontFile(SampleFont.compressed)
    let measurer = TextMeasurer(fonts: FontLibrary(server, adding: [file]))
    #expect(try measurer.width("aa b", attributes("Boxes")) == 18.5)
    #expect(file.memory > SampleFont.compressed.count)
  }

  @Test func `a font of 32 MiB without compression is the largest, whatever its head declares`() throws {
    let plain = try FontFile(SampleFont().bytes)
    let exact = SampleFont().bytes.count
    #expect(error(SampleFont().bytes, limit: exact) == nil)
    #expect(error(SampleFont().bytes, limit: exact - 1) == .tooLarge(limit: exact - 1))
    #expect(error(SampleFont.compressed, limit: plain.memory) == nil)
    #expect(error(SampleFont.compressed, limit: 100) == .tooLarge(limit: 100))
    // A table that declares 512 MB: the first length in the directory becomes a longer number.
    var bomb = SampleFont.compressed
    bomb.replaceSubrange(49...49, with: [0x82, 0x80, 0x80, 0x80, 0])
    #expect(error(bomb) == .tooLarge(limit: FontFile.defaultLimit))
  }

  @Test func `bytes that are no font are rejected`() {
    #expect(error([]) == .unknownFormat)
    #expect(error(Array("{}".utf8)) == .unknownFormat)
    #expect(error(Array("wOFF".utf8) + SampleFont().bytes) == .oldWebFont)
    for start in ["OTTO", "ttcf", "true", "wOF2"] { #expect(error(Array(start.utf8)) != nil, "\(start)") }
  }

  @Test func `a collection has at most 32 faces`() throws {
    func collection(_ count: UInt8) -> [UInt8] {
      let offset = 12 + 4 * Int(count)
      var font = SampleFont()
      font.shift(by: offset)
      let offsets = (0..<count).flatMap { (_: UInt8) -> [UInt8] in [0, 0, 0, UInt8(offset)] }
      return Array("ttcf".utf8) + [0, 1, 0, 0, 0, 0, 0, count] + offsets + font.bytes
    }
    let file = try FontFile(collection(32))
    #expect(file.faces.count == 32 && file.describedFamilies().map(\.name) == ["Boxes"])
    let measurer = TextMeasurer(fonts: FontLibrary(server, adding: [file]))
    #expect(try measurer.width("aa b", attributes("Boxes")) == 18.5)
    #expect(error(collection(33)) == .tooManyFaces(limit: 32))
  }

  @Test func `a font without what measuring needs is rejected with the reason`() {
    #expect(error(SampleFont.zeroing("maxp").bytes) == .noGlyphs)
    #expect(error(SampleFont.zeroing("cmap").bytes) == .noCharacters)
    #expect(error(SampleFont.zeroing("name").bytes) == .noFamilyName)
    #expect(error(SampleFont.zeroing("head").bytes) == .unitsPerEm)
    for units: UInt16 in [0, 1, 15, 16385, 65535] {
      #expect(error(SampleFont.unitsPerEm(units).bytes) == .unitsPerEm, "\(units)")
    }
    for units: UInt16 in [16, 16384] { #expect(error(SampleFont.unitsPerEm(units).bytes) == nil, "\(units)") }
  }

  @Test func `shaping ends between two rules of the font, and leaves no incomplete word in a cache`() throws {
    let measurer = try measurer(.replacing(times: 500))
    let attributes = attributes("Boxes")
    // Cancelled while the word is shaped: half of the rules are asked about before.
    let source = CountingSource(limit: 250)
    let width = Cancellation.within(source) {
      try? Cancellation.interruptible { try measurer.width("aaaa", attributes) }
    }
    #expect(width == .some(nil) || width == nil)
    #expect(source.asked > 500, "once for each rule")
    #expect(try measurer.width("aaaa", attributes) == 24, "an a is replaced by a b")
  }

  @Test func `a long text in a client's font is shaped in parts, and may end between them`() throws {
    let measurer = try measurer(SampleFont(), .named("Other"))
    let text = String(repeating: "a", count: 100_000)
    let source = CountingSource(limit: .max)
    let width = Cancellation.within(source) {
      try? Cancellation.interruptible { try measurer.width(text, attributes("Boxes")) }
    }
    #expect(width == 500_000)
    #expect(source.asked >= 100_000 / Shaper.ownPartLength, "once for each part")
    let lines = try measurer.lines(of: text, attributes: attributes("Other"), width: 100)
    #expect(lines.count == 5000 && lines.allSatisfy { $0.width == 100 })
    let words = String(repeating: "aa b ", count: 5000)
    #expect(try measurer.lines(of: words, attributes: attributes("Boxes"), width: 20).count == 5000)
  }

  @Test func `a font whose rules may compare too many glyphs at one is rejected`() throws {
    // A ligature of two glyphs counts as three.
    #expect(error(SampleFont.ligatures(10_000, subtables: 1).bytes) == nil)
    #expect(error(SampleFont.ligatures(11_000, subtables: 1).bytes) == .tooManyRules)
    #expect(error(SampleFont.ligatures(1000, subtables: 10).bytes) == nil)
    #expect(error(SampleFont.ligatures(1000, subtables: 11).bytes) == .tooManyRules)
    // Lookups one after another may be stopped between two of them.
    #expect(error(SampleFont.replacing(times: 5000).bytes) == nil)
  }

  @Test func `a font whose lookups apply one another too often is rejected`() throws {
    #expect(error(SampleFont.chain(of: 2, times: 100).bytes) == nil)
    #expect(error(SampleFont.chain(of: 2, times: 200).bytes) == .tooManyRules)
    #expect(error(SampleFont.chain(of: 60, times: 1).bytes) == nil)
    #expect(error(SampleFont.chain(of: 70, times: 1).bytes) == .tooManyRules)
    #expect(error(SampleFont.chain(of: 3, times: 1, isEndless: true).bytes) == .tooManyRules)
    #expect(error(SampleFont.chain(of: 15, times: 2).bytes) == .tooManyRules, "each doubles the work")
  }

  @Test func `the largest rules that are accepted measure text as they say`() throws {
    let ligatures = try measurer(.ligatures(10_000, subtables: 1))
    #expect(try ligatures.width("aaaa", attributes("Boxes")) == 20)
    #expect(try ligatures.width("abab", attributes("Boxes")) == 12, "two ligatures, each a b wide")
    let chain = try measurer(.chain(of: 2, times: 100))
    #expect(try chain.width("aaaa", attributes("Boxes")) == 24, "an a is replaced by a b")
  }

  @Test func `every font of the server has few enough rules for a client's`() {
    for face in server.regularFaces {
      #expect(!LookupWork.exceedsLimit(of: face.face))
    }
  }

  @Test func `a text of which the rules make too many glyphs is not measured`() throws {
    let measurer = try measurer(.multiplying(by: 10))
    #expect(try measurer.width("aa", attributes("Boxes")) == 100)
    let most = String(repeating: "a", count: Shaper.ownGlyphLimit / 10)
    #expect(try measurer.width(most, attributes("Boxes")) == Double(50 * most.count))
    #expect(throws: TextError.tooManyGlyphs(limit: 8192)) {
      try measurer.width(most + "aa", attributes("Boxes"))
    }
    #expect(try measurer.width("aaa", attributes("Boxes")) == 150, "the next text is measured")
  }

  @Test func `parts of a text end after spaces, before letters, and never within a code point`() {
    func parts(_ text: String) -> [String] {
      let columns = TextColumns()
      columns.load(text)
      let parts = columns.parts(of: 0..<columns.count, upTo: 8)
      #expect(parts.map(\.count).allSatisfy { (1...8).contains($0) })
      #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
      #expect(parts.first?.lowerBound == 0 && parts.last?.upperBound == columns.count)
      return parts.map { columns.string($0) }
    }
    #expect(parts("abcdefgh") == ["abcdefgh"])
    #expect(parts("abcdefghij") == ["abcdefgh", "ij"])
    #expect(parts("abcde fghij") == ["abcde ", "fghij"])
    #expect(parts("abcdefe\u{301}\u{301}\u{301}z") == ["abcdef", "e\u{301}\u{301}\u{301}z"])
    #expect(parts("a" + String(repeating: "\u{301}", count: 12)).count == 2)
    #expect(parts("a" + String(repeating: "😀", count: 6)) == ["a😀😀😀", "😀😀😀"])
  }

  @Test func `text is measured with every damaged font that is accepted`() throws {
    let whole = SampleFont().bytes
    var damaged = (0..<whole.count).map { Array(whole[..<$0]) }
    damaged += SampleFont.tables.map { SampleFont.zeroing($0).bytes }
    damaged += (0..<SampleFont.compressed.count).map { Array(SampleFont.compressed[..<$0]) }
    var random = SeededGenerator(seed: 7)
    for original in [whole, SampleFont.compressed] {
      for _ in 0..<1000 {
        var bytes = original
        for _ in 0...Int.random(in: 0..<3, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        damaged.append(bytes)
      }
    }
    var accepted = 0
    let small = try FontLibrary(paths: [Fonts.fixture("Boxes.ttf")])
    for (number, bytes) in damaged.enumerated() {
      guard let file = try? FontFile(bytes) else { continue }
      accepted += 1
      let measurer = TextMeasurer(fonts: FontLibrary(small, adding: [file]))
      for family in file.describedFamilies() {
        let result = try measurer.measure("aa b\u{AD}a…", attributes: attributes(family.name), width: 12)
        #expect(result.width.isFinite && result.height.isFinite, "font \(number)")
      }
    }
    #expect(accepted > 500 && accepted < damaged.count)
  }
}
