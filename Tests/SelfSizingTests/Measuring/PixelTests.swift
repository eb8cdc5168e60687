import Constraints
import LayoutEngine
import SelfSizing
import Testing

/// Sizes in whole pixels, that cut nothing off.
@Suite struct PixelTests {
  private static let texts = ["Hello", "g", "WWW", "a longer text that wraps", "日本語", "🙂🙂", "\u{645}\u{631}"]

  private static func templates() throws -> [CellTemplate] {
    [
      CellTemplate(
        sizing: .text("text", .with(.body)), insets: Insets(top: 0.3, left: 0.3, bottom: 0.3, right: 0)),
      CellTemplate(sizing: .text("text", .with { $0.own.size = 13.7 })),
      try CellTemplate(
        [.text("text", .with { $0.own.size = 15.3 })], ["H:|-0.3-[text]-0.3-|", "V:|-0.3-[text]-0.3-|"]),
      try CellTemplate([.text("text", .with(.footnote, lines: 1))], ["H:|[text]|", "V:|[text]|"]),
    ]
  }

  @Test(arguments: [1.0, 2, 3])
  func `sizes are whole pixels that contain the content, and less than two pixels larger`(scale: Double)
    throws
  {
    for template in try Self.templates() {
      for text in Self.texts {
        for room in [FittingRoom(), FittingRoom(width: 60)] {
          let exact = try template.size([text], in: room)
          let size = try template.size([text], in: room, CellEnvironment(scale: scale))
          for (whole, exact) in [(size.width, exact.width), (size.height, exact.height)] {
            #expect(isNear(whole * scale, (whole * scale).rounded(), within: 1e-6), "\(text) \(whole)")
            // The text is rounded, and then the cell with its margins.
            #expect(whole >= exact - 1e-5 && whole < exact + 2 / scale, "\(text): \(whole), not \(exact)")
          }
        }
      }
    }
  }

  @Test(arguments: [1.0, 2, 3])
  func `a text fits into its measured size with all of its lines`(scale: Double) throws {
    let environment = CellEnvironment(scale: scale)
    let template = CellTemplate(sizing: .text("text", .with { $0.own.size = 13.7 }))
    for text in Self.texts {
      let size = try template.size([text], environment)
      let again = try template.size([text], in: FittingRoom(width: size.width), environment)
      #expect(again.height == size.height, "\(text)")
    }
  }

  @Test func `a given width is not rounded, and a limited width stays below its limit`() throws {
    let template = CellTemplate(sizing: .text("text", .squared()))
    let environment = CellEnvironment(scale: 1)
    #expect(try template.size(["abc"], in: FittingRoom(width: 33.3), environment).width == 33.3)
    let most = FittingRoom(maximumWidth: 45.5, maximumHeight: 10.5)
    let size = try template.size(["abcdefgh"], in: most, environment)
    #expect(size.width <= 45.5 && size.height == 10.5)
  }

  @Test(arguments: [1e-300, 1e-9, 0.5, 1000])
  func `an empty size is not negative zero, and nothing traps, at any scale`(scale: Double) throws {
    let environment = CellEnvironment(scale: scale)
    for template in try Self.templates() {
      for text in ["", "Hello"] {
        let size = try template.size([text], environment)
        #expect(size.width.sign == .plus && size.height.sign == .plus)
        #expect(size.width.isFinite && size.height.isFinite)
      }
    }
  }
}
