import TestSupport
import Testing

/// The page of docs/virtualised-lists.md, in a browser.
struct VirtualisedListPageTests {
  private static func items(_ prefix: String, _ count: Int) -> JSONTree {
    .array((0..<count).map { ["id": .string("\(prefix)\($0)")] })
  }

  private static func positions(_ range: Range<Int>) -> JSONTree {
    .array(range.map { [0, .number(Double($0))] })
  }

  private static let thousandRows: JSONTree = ["id": "today", "items": items("m", 1000)]

  @Test func `rows are measured, a row is scrolled to exactly, and rows inserted in front move nothing`()
    throws
  {
    let page = try ListPage(section: Self.thousandRows)
    page.expectAgreement("the first rows")
    #expect(page.shown().rows.first == ListPage.Row(id: "m0", position: 1, top: 0))
    #expect(Set(zip(page.shown().rows, page.shown().rows.dropFirst()).map { $1.top - $0.top }).count > 1)

    try page.command("row-m700")
    page.expect("the row is at the top") {
      $0.isWhole && $0.rows.first?.id == "m700" && $0.top(of: "m700") == 0
    }
    page.expectAgreement("the rows there")

    try page.command("by--30")
    page.expect("scrolled up by 30 points") { $0.isWhole && $0.top(of: "m700") == 30 }
    page.expectAgreement("the rows there, 30 points further up")
    try page.command("hold")
    let before = page.shown().rows
    try page.update(["op": "insertItems", "at": Self.positions(0..<50), "items": Self.items("k", 50)])
    page.expect("the inserted rows count") { $0.rows.first?.position == before[0].position + 50 }
    page.expectAgreement("the same rows at their new positions")
    #expect(page.shown().rows.map(\.id) == before.map(\.id))
    #expect(page.shown().rows.map(\.top) == before.map(\.top))
    #expect(page.shown().moved == 0)
  }

  @Test func `the page has the right rows again after a restart of the service`() throws {
    let page = try ListPage(section: Self.thousandRows)
    page.expectAgreement("the first rows")
    try page.command("row-m400")
    page.expect("the row is at the top") { $0.isWhole && $0.top(of: "m400") == 0 }
    page.expectAgreement("the rows there")
    try page.restartService()
    try page.update(["op": "insertItems", "at": Self.positions(0..<3), "items": Self.items("k", 3)])
    page.expect("the row is where it was") {
      $0.isWhole && $0.rows.first == .init(id: "m400", position: 404, top: 0)
    }
    try page.command("by-2000")
    page.expectAgreement("the rows further down")
    try page.update(["op": "deleteItems", "ids": [.string(try #require(page.shown().rows.last?.id))]])
    page.expectAgreement("the rows without the deleted one")
  }

  @Test
  func `two tabs at different places agree with the server after both have measured and others changed`()
    throws
  {
    let page = try ListPage(tabs: ["A", "B"], section: Self.thousandRows)
    for tab in ["A", "B"] { page.expectAgreement("the first rows", in: tab) }
    try page.command("row-m300", in: "A")
    try page.command("row-m310", in: "B")
    for tab in ["A", "B"] { page.expectAgreement("the rows there", in: tab) }
    for (step, tab) in [(1, "A"), (2, "B"), (3, "A"), (4, "B")] {
      try page.command("by-\(step * 300)", in: tab)
      try page.update(
        ["op": "insertItems", "items": [["id": .string("k\(step)")]], "before": .string("m\(300 + step)")])
      try page.update(["op": "moveItem", "id": .string("m\(310 + step)"), "after": "m320"])
    }
    for tab in ["A", "B"] { page.expectAgreement("the rows after all changes", in: tab) }
  }

  @Test func `rows without data wait, and are filled and measured when the back end describes them`() throws {
    let page = try ListPage(section: ["id": "all", "itemCount": 100_000])
    page.expect("rows without data") { $0.isWhole && $0.rows.count > 5 && $0.rows.allSatisfy(\.id.isEmpty) }
    try page.update(["op": "reconfigureItems", "at": Self.positions(0..<40), "items": Self.items("a", 40)])
    page.expect("the rows have data") { $0.rows.first?.id == "a0" }
    page.expectAgreement("the rows")
  }
}
