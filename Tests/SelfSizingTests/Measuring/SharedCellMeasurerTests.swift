import LayoutEngine
import SelfSizing
import Synchronization
import TestSupport
import Testing

@Suite struct SharedCellMeasurerTests {
  private static let styled = CellTemplate.text
  private static let fixed = Result {
    try CellTemplate([.text("text", .squared())], ["H:|[text]|", "V:|[text]|"])
  }

  private func size(
    _ text: String, _ template: CellTemplate, _ sizer: SharedCellMeasurer,
    in room: FittingRoom = FittingRoom(width: 100),
    _ environment: CellEnvironment = CellEnvironment()
  ) throws -> Size {
    let content = Content(template: "t", jsonText: Array(text.utf8))
    return try sizer.withMeasurer { measurer in
      try sizer.size(of: content, by: template, in: room, environment, with: measurer) { content in
        [ViewContent(text: String(decoding: content.jsonText, as: UTF8.self))]
      }.size
    }
  }

  @Test func `the same content is measured once`() throws {
    let sizer = try Fonts.sizer()
    let first = try size("Hello", Self.styled, sizer)
    #expect(try size("Hello", Self.styled, sizer) == first)
    #expect(sizer.counts.measured == 1 && sizer.counts.recalled == 1)
    _ = try size("Hello", Self.styled, sizer, in: FittingRoom(width: 99))
    _ = try size("Hello", Self.styled, sizer, CellEnvironment(direction: .rightToLeft))
    _ = try size("Hello", Self.styled, sizer, CellEnvironment(scale: 2))
    _ = try size("Hello!", Self.styled, sizer)
    #expect(sizer.counts.measured == 5 && sizer.counts.recalled == 1)
  }

  @Test func `after a change of the category only text that follows it is measured again`() throws {
    let sizer = try Fonts.sizer()
    let fixed = try Self.fixed.get()
    let small = CellEnvironment(category: .small)
    for template in [Self.styled, fixed] {
      _ = try size("Hello", template, sizer)
      _ = try size("Hello", template, sizer, small)
    }
    #expect(sizer.counts.measured == 3 && sizer.counts.recalled == 1)
  }

  @Test func `without memory everything is measured each time, to the same size`() throws {
    let sizer = try Fonts.sizer(cacheBytes: 0)
    let sizes = try (0..<3).map { _ in try size("Hello", Self.styled, sizer) }
    #expect(Set(sizes).count == 1 && sizer.counts.measured == 3 && sizer.counts.recalled == 0)
  }

  @Test func `one template's sizes are not another's, though they look alike`() throws {
    let sizer = try Fonts.sizer()
    let one = CellTemplate(sizing: .text("text", .squared()))
    let other = CellTemplate(sizing: .text("text", .squared()), insets: Insets(top: 5))
    #expect(try size("a", one, sizer) != size("a", other, sizer))
    #expect(sizer.counts.recalled == 0)
  }

  @Test func `threads that measure at the same time get the sizes that one thread gets`() throws {
    let sizer = try Fonts.sizer(cacheBytes: 20_000)
    let fixed = try Self.fixed.get()
    let texts = (0..<200).map { String(repeating: "word ", count: $0 % 37) }
    let expected = try texts.map { try size($0, fixed, sizer) }
    let wrong = Atomic(0)
    runConcurrently(4) {
      for (text, size) in zip(texts, expected) where (try? self.size(text, fixed, sizer)) != size {
        wrong.add(1, ordering: .relaxed)
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test func `invalid content has no size and is not cached`() throws {
    struct Unreadable: Error {}
    let sizer = try Fonts.sizer()
    let content = Content(template: "t", jsonText: [])
    for _ in 0..<2 {
      #expect(throws: CellSizeError<Unreadable>.self) {
        try sizer.withMeasurer { measurer in
          try sizer.size(of: content, by: Self.styled, in: FittingRoom(), CellEnvironment(), with: measurer) {
            (_) throws(Unreadable) in throw Unreadable()
          }
        }
      }
    }
    #expect(sizer.counts.measured == 0 && sizer.counts.recalled == 0 && sizer.cacheBytes == 0)
  }
}
