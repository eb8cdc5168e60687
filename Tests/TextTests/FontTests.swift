import Testing
@testable import Text

@Suite struct FontTests {
  private let measurer: TextMeasurer

  init() throws { measurer = try Fonts.measurer() }

  @Test func `a missing family is reported, and the next or first family replaces it`() throws {
    let missing = TextAttributes(families: ["No Such Font", "DejaVu Sans", "Nor This"], size: 16)
    let result = try measurer.measure("Text", attributes: missing, width: 100)
    #expect(result.missingFamilies == ["No Such Font", "Nor This"])
    #expect(try result.width == measurer.width("Text", TextAttributes(families: ["DejaVu Sans"], size: 16)))
    let none = TextAttributes(families: ["No Such Font"], size: 16)
    #expect(try measurer.width("Text", none) == measurer.width("Text"))
    #expect(try measurer.measure("Text", attributes: .plain, width: 100).missingFamilies.isEmpty)
  }

  @Test func `the case of a family's name does not matter`() throws {
    let attributes = TextAttributes(families: ["iNTER"], size: 16)
    #expect(try measurer.measure("Text", attributes: attributes, width: 100).missingFamilies.isEmpty)
  }

  @Test func `weights and slants choose their faces`() throws {
    func width(_ weight: Double, _ isItalic: Bool = false) throws -> Double {
      try measurer.width("Hamburgefonts", .plain.with { ($0.weight, $0.isItalic) = (weight, isItalic) })
    }
    #expect(try width(700) > width(400))
    #expect(try width(900) > width(700))
    #expect(try width(100) < width(400))
    #expect(try width(400, true) != width(400))
    #expect(try width(650) == width(700))
    #expect(try width(1000) == width(900))
    #expect(try width(1) == width(100))
    #expect(try width(450) == width(500))
    #expect(try width(350) == width(300))
  }

  @Test func `a variable font takes any weight that its axis spans`() throws {
    let measurer = TextMeasurer(fonts: try FontLibrary(paths: [Fonts.fixture("Boxes.ttf")]))
    func width(_ weight: Double) throws -> Double {
      try measurer.width("aa b", TextAttributes(families: ["Boxes"], size: 10, weight: weight))
    }
    // By its construction an "a" is 500 units wide at 400 and 700 at 900, a space 250 and a "b" 600 at any weight.
    #expect(try width(400) == 18.5)
    #expect(try width(900) == 22.5)
    #expect(try width(1000) == 22.5)
    #expect(try abs(width(650) - 20.5) < 0.02)
  }

  @Test func `the fallback font of a script is designed for it`() throws {
    let arabic = "مرحبا"
    let noto = TextAttributes(families: ["Noto Sans Arabic"], size: 16)
    #expect(try measurer.width(arabic) == measurer.width(arabic, noto))
    let dejavu = TextAttributes(families: ["DejaVu Sans"], size: 16)
    #expect(try measurer.width(arabic, dejavu) != measurer.width(arabic, noto))
    #expect(try measurer.width("「中」") == 48)
    #expect(try measurer.width("한국").rounded() == 29)
  }

  @Test func `a character that no font has is as wide as its replacement box`() throws {
    #expect(try measurer.width("\u{10FFFD}") > 4)
  }

  @Test func `a list without fonts is rejected, and unusable files are reported`() throws {
    #expect(throws: FontLibraryError.self) { try FontLibrary(paths: []) }
    #expect(throws: FontLibraryError.self) {
      try FontLibrary(paths: ["/no/such/font.ttf", "/no/such/*.ttf"])
    }
    let text = Fonts.fixture("text-lines-chromium.json")
    let library = try FontLibrary(paths: [
      "/no/such/font.ttf", text, Fonts.fixture("Boxes.ttf"), Fonts.fixture("*.ttf"),
    ])
    #expect(library.familyNames == ["Boxes"])
    #expect(
      library.warnings == [
        FontWarning(path: "/no/such/font.ttf", reason: .unreadable),
        FontWarning(path: text, reason: .notAFont),
      ])
  }

  @Test func `more combinations of fonts than the cache holds still have the same sizes`() throws {
    let measurer = TextMeasurer(fonts: try FontLibrary(paths: [Fonts.fixture("Boxes.ttf")]))
    func widths() throws -> [Double] {
      try (1...600).map { try measurer.width("a ab", TextAttributes(size: 10, weight: Double($0))) }
    }
    #expect(try widths() == widths())
  }
}
