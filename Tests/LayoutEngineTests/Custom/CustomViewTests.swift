import Testing

@testable import LayoutEngine

@Suite("Supplementary views and decorations of custom layouts")
struct CustomViewTests {
  private static let hour = ElementKind(category: .supplementary, name: "hour")
  private static let line = ElementKind(category: .decoration, name: "line")

  private static func layout(_ views: CustomView...) throws -> CustomLayout {
    try CustomLayout(x: "i * 60", y: "section * 100") { $0.views = views }
  }

  @Test("a section has its header first, then items, other views, its footer and its decorations")
  func order() throws {
    let layout = try Self.layout(
      CustomView(.header, x: "0", y: "0"), CustomView(Self.hour, x: "0", y: "i"),
      CustomView(.footer, x: "0", y: "0"),
      CustomView(Self.line, x: "0", y: "0", width: "1", height: "1", count: "2"))
    let section = Section(2, header: Supplementary(), footer: Supplementary()).with {
      $0.supplementaries = ["hour": [Supplementary(), Supplementary()]]
    }
    #expect(
      try layout.solve(section, Section(1)).names() == [
        "header 0.0", "cell 0.0", "cell 0.1", "hour 0.0", "hour 0.1", "footer 0.0", "line 0.0", "line 0.1",
        "cell 1.0", "line 1.0", "line 1.1",
      ])
    #expect(try layout.solve(section, Section(1)).elementCount(ofItems: 3) == 11)
  }

  @Test("i is the number of a view among those of its kind, n the number of items")
  func variables() throws {
    let layout = try Self.layout(
      CustomView(Self.hour, x: "n", y: "section * 1000 + i * 10", width: "sections", height: "width / 10"))
    let section = Section(3).with { $0.supplementaries = ["hour": [Supplementary(), Supplementary()]] }
    let solved = try layout.solve(Section(1), section)
    func frame(_ number: Int) -> Rect? {
      solved.attributes(
        of: ElementPath(kind: Self.hour, indexPath: IndexPath(section: 1, item: number)), visible: nil)?.frame
    }
    #expect(frame(0) == Rect(x: 3, y: 1000, width: 2, height: 32))
    #expect(frame(1) == Rect(x: 3, y: 1010, width: 2, height: 32))
    #expect(frame(2) == nil && frame(-1) == nil)
  }

  @Test("a view without formulas for it has its own size, or that of the layout's items")
  func sizes() throws {
    let layout = try Self.layout(CustomView(.header, x: "item.width", y: "0"))
    let size = Size(width: 10, height: 20)
    let views = [Supplementary(size: size), Supplementary(estimatedSize: size), Supplementary()]
    let found = try views.map { view in
      try layout.solve(Section(0, header: view)).strip(.header, 0)
    }
    #expect(found.map { $0?.frame.size } == [size, size, Size(width: 50, height: 50)])
    #expect(found.map { $0?.frame.x } == [10, 10, 50])
    #expect(found.map { $0?.isEstimated } == [false, true, false])
  }

  @Test("a header and a footer are the section's own, supplementary views of these kinds are not placed")
  func strips() throws {
    let layout = try Self.layout(CustomView(.header, x: "0", y: "0"), CustomView(Self.hour, x: "0", y: "0"))
    let section = Section(0, footer: Supplementary()).with {
      $0.supplementaries = [
        "header": [Supplementary()], "hour": [Supplementary()], "badge": [Supplementary()],
      ]
    }
    let solved = try layout.solve(section)
    #expect(solved.names() == ["hour 0.0"])
    #expect(solved.warnings.map(\.kind) == ["badge", "header", "footer"])
    #expect(solved.warnings.map(\.isStrip) == [false, false, true])
  }

  @Test("a section has as many decorations as the formula says, to the nearest whole number; one without")
  func counts() throws {
    func names(_ count: String?) throws -> [Int] {
      let layout = try Self.layout(
        CustomView(Self.line, x: "0", y: "0", width: "1", height: "1", count: count))
      let solved = try layout.solve(Section(0), Section(5))
      return (0..<2).map { section in solved.names().filter { $0.hasPrefix("line \(section).") }.count }
    }
    #expect(try names(nil) == [1, 1])
    #expect(try names("n") == [0, 5])
    #expect(try names("section * 2.5") == [0, 3])
    #expect(try names("0.49") == [0, 0])
  }

  @Test("views take part in the content, in queries and in the bound of coordinates")
  func bounds() throws {
    let layout = try Self.layout(
      CustomView(Self.line, x: "900", y: "5000", width: "10", height: "20", count: "sections == 1"))
    let solved = try layout.solve(Section(1))
    #expect(solved.contentSize == Size(width: 910, height: 5020))
    #expect(solved.names(in: Rect(x: 900, y: 5000, width: 1, height: 1)) == ["line 0.0"])
    #expect(solved.names(in: Rect(x: 0, y: 0, width: 1, height: 1)) == ["cell 0.0"])
    #expect(solved.coordinateBound >= 5020)
  }

  @Test("views have a zIndex, an alpha and a transform, which right to left mirrors with their frames")
  func appearance() throws {
    let layout = try Self.layout(
      CustomView(Self.line, x: "10", y: "0", width: "20", height: "1") {
        $0.zIndex = try CustomFormula("-2", "zIndex")
        $0.alpha = try CustomFormula("0.5", "alpha")
        $0.transform = .turn(rotation: try CustomFormula("0.25", "transform"), scale: nil)
      })
    let container = Container(320, 480).with { $0.direction = .rightToLeft }
    let path = ElementPath(kind: Self.line, indexPath: IndexPath(section: 0, item: 0))
    let found = try #require(try layout.solve(Section(0), in: container).attributes(of: path, visible: nil))
    #expect(found.frame.x == 290)
    #expect(found.appearance.zIndex == -2 && found.appearance.alpha == 0.5)
    #expect(found.appearance.transform == .rotation(-0.25))
  }

  @Test("a decoration belongs to its section, even if it is called like that of an item")
  func belonging() throws {
    let solved = try Self.layout(
      CustomView(.separator, x: "0", y: "0", width: "1", height: "1")
    ).solve(Section(2))
    #expect(!solved.followsItem(.separator, inSection: 0) && solved.followsItem(.cell, inSection: 0))
  }

  @Test("a formula without a result names the kind and the number of the view")
  func failures() throws {
    let bad = try Self.layout(CustomView(Self.hour, x: "1 / (1 - i)", y: "0"))
    let section = Section(0).with { $0.supplementaries = ["hour": [Supplementary(), Supplementary()]] }
    #expect(
      bad.failure(Section(0), section)
        == LayoutError(
          parameter: ["hour", "frame", "x"], indexPath: nil,
          detail: "\"/\" at character 3 divides by zero for \"hour\" [1, 1]", offset: 2))
    let negative = try Self.layout(
      CustomView(Self.line, x: "0", y: "0", width: "-1", height: "1"))
    #expect(negative.failure(Section(0))?.detail == "a width below 0 (-1.0) for \"line\" [0, 0]")
  }

  @Test(
    "a count below 0 or beyond a million is refused before any decoration is placed",
    arguments: [
      ("-1", "a count below 0 (-1.0) for section 0"),
      ("1e9", "a count beyond 1000000 (1000000000.0) for section 0"),
    ])
  func extremeCounts(count: String, detail: String) throws {
    let layout = try Self.layout(
      CustomView(Self.line, x: "0", y: "0", width: "1", height: "1", count: count))
    #expect(layout.failure(Section(0))?.detail == detail)
    #expect(layout.failure(Section(0))?.parameter == ["line", "count"])
  }

  @Test("more than a million views in all are refused, and so are too many steps for them")
  func limits() throws {
    let many = try Self.layout(
      CustomView(Self.line, x: "0", y: "0", width: "1", height: "1", count: "400000"))
    #expect(many.failure(Section(0), Section(0)) == nil)
    let failure = many.failure(Section(0), Section(0), Section(0))
    #expect(failure?.detail == "the layout has more than 1000000 supplementaries and decorations in all")
    let long = Array(repeating: "sin(i)", count: 90).joined(separator: "+")
    let slow = try Self.layout(
      CustomView(Self.line, x: long, y: long, width: "1", height: "1", count: "1000000"))
    #expect(
      slow.failure(Section(0))?.detail
        == "the expressions of supplementaries and decorations take more than 1000000000 steps in all")
  }

  private static let tooMany = "the layout has more than 1000000 supplementaries and decorations in all"
  private static let tooSlow =
    "the expressions of supplementaries and decorations take more than 1000000000 steps in all"

  /// A quotient and some thousand steps more.
  private static func long(_ quotient: String) -> String {
    quotient + " + " + Array(repeating: "sin(i)", count: 95).joined(separator: "+")
  }

  private static func decorations(_ name: String, x: String, count: String) throws -> CustomView {
    try CustomView(
      ElementKind(category: .decoration, name: name), x: x, y: "0", width: "1", height: "1", count: count)
  }

  /// The largest number of decorations that take no more steps than a layout may take.
  private static func largestCount(x: String) throws -> Int {
    let layout = try layout(decorations("a", x: x, count: "1"))
    let placers = CustomPlacers(layout, knowing: [:], on: Container(320, 480).grid)
    return Int(CustomLayout.stepLimit) / placers.views[0].formulas.cost
  }

  @Test("a kind is refused before any of it is placed if it has too many views with the kinds before it")
  func limitsOfKinds() throws {
    let cheap = try Self.decorations("a", x: "i", count: "100001")
    let many = try Self.layout(cheap, Self.decorations("b", x: "1 / i", count: "900000"))
    #expect(many.failure(Section(0))?.detail == Self.tooMany)
    let count = try Self.largestCount(x: Self.long("1 / i"))
    let slow = try Self.layout(
      Self.decorations("a", x: Self.long("1 / 2"), count: "2"),
      Self.decorations("b", x: Self.long("1 / i"), count: "\(count)"))
    #expect(slow.failure(Section(0))?.detail == Self.tooSlow)
    // To work all of these out would take an hour.
    let kinds = try (0..<1000).map {
      try Self.decorations("d\($0)", x: Self.long("0"), count: "900000")
    }
    let all = try CustomLayout(x: "0", y: "0") { $0.views = [cheap] + kinds }
    #expect(all.failure(Section(0))?.detail == Self.tooMany)
  }

  /// The failure of a layout when each of its sections of one item gets another.
  private static func failureOfGrowth(_ view: CustomView, sections count: Int) throws -> LayoutError? {
    let layout = try layout(view)
    let sections = SectionList(ContiguousArray(repeating: Section(1), count: count))
    let solved = try layout.prepare(sections, in: Container(320, 480))
    let updates = (0..<count).map {
      BatchUpdate(.insertItems(at: [IndexPath(section: $0, item: 0)], [Item()]))
    }
    let updated = try sections.applying(updates)
    do throws(LayoutError) {
      _ = try layout.prepare(updated, from: solved, in: Container(320, 480))
      return nil
    } catch {
      return error
    }
  }

  @Test("a change is refused at the first section that has too many views with those changed before it")
  func limitsOfChanges() throws {
    // The third section has no result.
    let x = "1 / (2 - section)"
    let many = try Self.decorations("a", x: x, count: "if(n == 1, 0, if(section == 1, 1000000, 10))")
    #expect(try Self.failureOfGrowth(many, sections: 3)?.detail == Self.tooMany)
    let count = try Self.largestCount(x: Self.long(x))
    let slow = try Self.decorations(
      "a", x: Self.long(x), count: "if(n == 1, 0, if(section == 1, \(count), 10))")
    #expect(try Self.failureOfGrowth(slow, sections: 3)?.detail == Self.tooSlow)
  }

  @Test("a change whose first section has no result is refused without working out the others")
  func failureOfChange() throws {
    // All sections together would take an hour.
    let slow = try Self.decorations(
      "a", x: Self.long("1 / section"), count: "if(n == 1, 0, if(section == 0, 1, 900000))")
    let failure = try Self.failureOfGrowth(slow, sections: 1000)
    #expect(failure?.parameter == ["a", "frame", "x"])
    #expect(failure?.detail.hasSuffix("for \"a\" [0, 0]") == true)
  }

  @Test("the expression of a count takes steps in each section, also where it yields none")
  func stepsOfCounts() throws {
    let count = "0 * (\(Self.long("n")))".replacing("(i)", with: "(n)")
    let none = try Self.decorations("a", x: "0", count: count)
    let layout = try Self.layout(none, none)
    let sections = SectionList(ContiguousArray(repeating: Section(1), count: 3))
    let solved = try layout.prepare(sections, in: Container(320, 480))
    let cost = solved.placers.views[0].formulas.countCost
    #expect(cost > 1000 && solved.sections.totals.views == 0)
    #expect(solved.sections.totals.steps == Double(3 * 2 * cost))
    let path = IndexPath(section: 1, item: 0)
    for update in [
      BatchUpdate(.insertItems(at: [path], [Item()])), BatchUpdate(.reconfigureItems(at: [path], [Item()])),
    ] {
      let changed = try layout.prepare(
        sections.applying([update]), from: solved, in: Container(320, 480))
      #expect(changed.sections.totals.steps == solved.sections.totals.steps)
    }
    // With the steps of counts that yield none, the last kind takes too many.
    let largest = try Self.largestCount(x: Self.long("1 / i"))
    let slow = try Self.layout(
      none, none, Self.decorations("b", x: Self.long("1 / i"), count: "\(largest)"))
    #expect(slow.failure(Section(0))?.detail == Self.tooSlow)
  }
}
