import TestSupport
import Testing

@testable import LayoutEngine

@Suite("Values of items in custom layouts")
struct CustomValueTests {
  /// Events by their start and length, 60 long unless they say otherwise.
  private static func events() throws -> CustomLayout {
    try CustomLayout(
      x: "0", y: "item.values.start", width: "100", height: "item.values.length",
      values: [CustomValue("start"), CustomValue("length", or: 60)])
  }

  @Test("formulas read the numbers of the item, or the default")
  func values() throws {
    let items = [
      Item(values: ["start": 540, "length": 90]), Item(values: ["start": 480]),
      Item(values: ["room": 7, "start": 600, "length": 0]),
    ]
    let cells = try Self.events().solve(Section(items: items)).cells()
    #expect(cells.map(\.y) == [540, 480, 600])
    #expect(cells.map(\.height) == [90, 60, 0])
  }

  @Test("counted items have the defaults")
  func counted() throws {
    let layout = try CustomLayout(
      x: "item.values.column * 10 + i", y: "0", values: [CustomValue("column", or: 3)])
    #expect(try layout.solve(Section(2)).xs() == [30, 31])
  }

  @Test("the first item without a value that has no default is named, with the value")
  func missing() throws {
    let sections = [
      Section(items: [Item(values: ["start": 1])]),
      Section(items: [Item(values: ["start": 2]), Item(values: ["begin": 3]), Item()]),
    ]
    let failure = try Self.events().failure(sections[0], sections[1])
    #expect(failure?.parameter == ["values", "start"])
    #expect(failure?.indexPath == IndexPath(section: 1, item: 1))
    #expect(try Self.events().failure(Section(1))?.indexPath == IndexPath(section: 0, item: 0))
    #expect(try Self.events().failure(sections[0]) == nil)
  }

  @Test("an item that lacks a value does not get that of the item before")
  func stale() throws {
    let layout = try CustomLayout(
      x: "item.values.a", y: "item.values.b", values: [CustomValue("a", or: -1), CustomValue("b", or: -2)])
    let items = [
      Item(values: ["a": 1, "b": 2]), Item(), Item(values: ["b": 3]), Item(values: ["a": 4]),
      Item(values: ["a": 5, "c": 9]),
    ]
    let cells = try layout.solve(Section(items: items)).cells()
    #expect(cells.map(\.x) == [1, -1, -1, 4, 5])
    #expect(cells.map(\.y) == [2, -2, 3, -2, -2])
  }

  @Test("zIndex, alpha and transform read values too")
  func appearance() throws {
    let layout = try CustomLayout(x: "0", y: "0", values: [CustomValue("v", or: 0)]) {
      $0.cell.zIndex = try CustomFormula("item.values.v * 4", "zIndex", values: ["v"])
      $0.cell.alpha = try CustomFormula("item.values.v", "alpha", values: ["v"])
      $0.cell.transform = .turn(
        rotation: nil, scale: try CustomFormula("1 + item.values.v", "transform", "scale", values: ["v"]))
    }
    let solved = try layout.solve(Section(items: [Item(values: ["v": 0.5]), Item()]))
    let appearances = (0..<2).map { solved.attributes(of: .cell(0, $0), visible: nil)?.appearance }
    #expect(appearances.map { $0?.zIndex } == [2, 0])
    #expect(appearances.map { $0?.alpha } == [0.5, 0])
    #expect(appearances.map { $0?.transform.a } == [1.5, 1])
  }

  @Test("a formula may name no value that the layout does not")
  func unknown() {
    #expect(throws: ExpressionSyntaxError.self) { try Expression("item.values.start", values: ["end"]) }
    #expect(throws: ExpressionSyntaxError.self) { try Expression("item.values.start") }
    let known = ["item.values.end", "pi"]
    do throws(ExpressionSyntaxError) {
      _ = try Expression("1 + item.values.start", over: [], values: ["end"])
      Issue.record("it was accepted")
    } catch {
      #expect(
        error == ExpressionSyntaxError(reason: .unknownVariable("item.values.start", known: known), offset: 4)
      )
    }
  }

  @Test("an item that gets other values moves, alone or with others, as if all were laid out anew")
  func updates() throws {
    var random = SeededGenerator(seed: 41)
    let layout = try CustomLayout(
      x: "item.values.x + i", y: "n * 3 + section", width: "item.values.w", height: "10",
      values: [CustomValue("x", or: 5), CustomValue("w", or: 20)]
    ) {
      $0.cell.zIndex = try CustomFormula("item.values.x", "zIndex", values: ["x", "w"])
      $0.views = [try CustomView(.header, x: "n", y: "section * 40"), try Self.lines]
    }
    let container = Container(320, 480)
    var sections = SectionList(
      ContiguousArray((0..<3).map { _ in Self.section(&random) }))
    var solved = try layout.prepare(sections, in: container)
    for round in 0..<120 {
      guard let updated = try? sections.applying(Self.batch(of: sections, &random)) else { continue }
      sections = updated.sections
      solved = try layout.prepare(updated, from: solved, in: container)
      let anew = try layout.prepare(sections, in: container)
      let agreement = LayoutAgreement(found: solved, expected: anew, itemCount: sections.itemCount)
      #expect(agreement.difference(random: &random) == nil, "round \(round)")
    }
  }

  /// A line for every third item.
  private static var lines: CustomView {
    get throws {
      try CustomView(
        ElementKind(category: .decoration, name: "line"), x: "0", y: "i * 30", width: "width", height: "1",
        count: "ceil(n / 3)")
    }
  }

  /// An item with some of two values.
  private static func item(_ random: inout SeededGenerator) -> Item {
    var values: [String: Double] = [:]
    if random.chance(2, in: 3) { values["x"] = Double(random.integer(-50...900)) }
    if random.chance(1, in: 2) { values["w"] = Double(random.integer(0...99)) }
    var item = Item()
    if !values.isEmpty { item.values = ItemValues(values) }
    return item
  }

  private static func section(_ random: inout SeededGenerator) -> Section {
    let items = (0..<random.integer(0...400)).map { _ in item(&random) }
    return Section(items: items).with { $0.header = random.chance(1, in: 2) ? random.supplementary() : nil }
  }

  /// Mostly new descriptions of some items, else an insertion, a deletion or a move of an item or a section.
  private static func batch(of sections: SectionList, _ random: inout SeededGenerator) -> [BatchUpdate] {
    let section = random.integer(0...sections.count - 1)
    let count = sections[section].items.count
    let new = item(&random)
    func path(_ item: Int) -> IndexPath { IndexPath(section: section, item: item) }
    guard count > 1 else { return [BatchUpdate(.insertItems(at: [path(0)], [new]))] }
    let place = random.integer(0...count - 1)
    switch random.integer(0...9) {
    case 0: return [BatchUpdate(.insertItems(at: [path(place)], [new]))]
    case 1: return [BatchUpdate(.deleteItems(at: [path(place)]))]
    case 2: return [BatchUpdate(.moveItem(from: path(place), to: path(random.integer(0...count - 1))))]
    case 3: return [BatchUpdate(.moveSection(from: section, to: random.integer(0...sections.count - 1)))]
    case 4: return [BatchUpdate(.reloadSections(at: [section], [Section(items: [new, new])]))]
    default:
      let places = Set((0..<random.integer(1...9)).map { _ in random.integer(0...count - 1) }).sorted()
      let items = places.map { _ in item(&random) }
      return [BatchUpdate(.reconfigureItems(at: places.map(path), items))]
    }
  }

  @Test("a change that leaves an item without a value it needs is refused, as the whole layout would be")
  func refusedChange() throws {
    let layout = try Self.events()
    let items = (0..<200).map { Item(values: ["start": Double($0)]) }
    let sections = SectionList(Section(items: items))
    let solved = try layout.prepare(sections, in: Container(320, 480))
    let path = IndexPath(section: 0, item: 150)
    let change = BatchUpdate(.reconfigureItems(at: [path], [Item(values: ["length": 5])]))
    let updated = try sections.applying([change])
    do throws(LayoutError) {
      _ = try layout.prepare(updated, from: solved, in: Container(320, 480))
      Issue.record("it was laid out")
    } catch {
      #expect(error == layout.failure(updated.sections[0]))
      #expect(error.parameter == ["values", "start"] && error.indexPath == path)
    }
  }
}
