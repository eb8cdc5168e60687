import Testing

@testable import LayoutEngine

@Suite("Custom layouts without a result")
struct CustomFailureTests {
  @Test("the first item that a formula has no result for is named, with the parameter and the place in it")
  func names() throws {
    let failure = try CustomLayout(x: "0", y: "10 / (5 - i)").failure(Section(3), Section(9))
    #expect(
      failure
        == LayoutError(
          parameter: ["frame", "y"], indexPath: IndexPath(section: 1, item: 5),
          detail: "\"/\" at character 4 divides by zero", offset: 3))
  }

  @Test("a formula without a result fails everywhere it may stand")
  func everywhere() throws {
    let bad = try CustomFormula("1 / i", "p")
    let good = try CustomFormula("1", "p")
    for place in 0..<9 {
      let layout = try CustomLayout(x: "0", y: "0") {
        switch place {
        case 0: $0.cell.frame.x = bad
        case 1: $0.cell.frame.y = bad
        case 2: $0.cell.frame.width = bad
        case 3: $0.cell.frame.height = bad
        case 4: $0.cell.zIndex = bad
        case 5: $0.cell.alpha = bad
        case 6: $0.cell.transform = .matrix([good, good, good, good, good, bad])
        case 7: $0.cell.transform = .turn(rotation: bad, scale: nil)
        default: $0.cell.transform = .turn(rotation: nil, scale: bad)
        }
      }
      #expect(layout.failure(Section(1))?.parameter == ["p"], "place \(place)")
      #expect(layout.failure(Section(0)) == nil)
    }
  }

  @Test("a constant formula fails at the first item, if there is one")
  func constant() throws {
    let layout = try CustomLayout(x: "1 / 0", y: "0")
    #expect(layout.failure(Section(0), Section(2))?.indexPath == IndexPath(section: 1, item: 0))
    #expect(layout.failure() == nil)
  }

  @Test("an extent below zero is no size")
  func negative() throws {
    let width = try CustomLayout(x: "0", y: "0", width: "10 - 5 * i").failure(Section(9))
    #expect(width?.parameter == ["frame", "width"])
    #expect(width?.indexPath == IndexPath(section: 0, item: 3))
    #expect(width?.detail == "a width below 0 (-5.0)")
    let height = try CustomLayout(x: "0", y: "0", height: "-1").failure(Section(1))
    #expect(height?.detail == "a height below 0 (-1.0)")
  }

  @Test("results beyond 2^53 are refused, 2^53 itself is not")
  func magnitude() throws {
    #expect(try CustomLayout(x: "9007199254740992", y: "-9007199254740992").failure(Section(1)) == nil)
    let failure = try CustomLayout(x: "0", y: "pow(2, 54) * (i + 1)").failure(Section(1))
    #expect(failure?.detail == "a result beyond 2^53 (1.8014398509481984e+16)")
  }

  @Test("a zIndex is at most 2^31 from 0")
  func zIndex() throws {
    func failure(_ text: String) throws -> LayoutError? {
      try CustomLayout(x: "0", y: "0") { $0.cell.zIndex = try CustomFormula(text, "zIndex") }.failure(
        Section(1))
    }
    #expect(try failure("2147483647.4") == nil)
    #expect(try failure("-2147483648") == nil)
    #expect(try failure("2147483647.5")?.parameter == ["zIndex"])
    #expect(try failure("-2147483649")?.detail == "a result beyond 2^31 (-2147483649.0)")
  }

  @Test("a content size without a result names no item")
  func contentSize() throws {
    func failure(_ width: String, _ height: String) throws -> LayoutError? {
      try CustomLayout(x: "0", y: "0") { $0.contentSize = try CustomContentSize(width, height) }.failure()
    }
    #expect(try failure("1", "1 / n")?.parameter == ["contentSize", "height"])
    #expect(try failure("1", "1 / n")?.indexPath == nil)
    #expect(try failure("-sections - 1", "1")?.detail == "a width below 0 (-1.0)")
  }

  @Test("more steps than a layout may take are refused before one is taken")
  func steps() throws {
    #expect(CustomLayout.stepLimit == 1e9)
    let layout = try CustomLayout(x: "sin(i)", y: "i")
    #expect(layout.failure(Section(100_000)) == nil)
    let failure = layout.failure(Section(100_000_000))
    #expect(failure?.parameter == [])
    #expect(
      failure?.detail
        == "the expressions take 11 steps an item, and 100000000 items; a layout may take 1000000000 steps in all"
    )
  }
}
