import Constraints
import LayoutEngine
import SelfSizing
import Testing

/// Cells whose views constraints hold together.
@Suite struct ConstrainedCellTests {
  private static let card = Result {
    try CellTemplate(
      [.box("photo", 100, 50), .text("title", .squared()), .text("date", .squared(lines: 1))],
      [
        "H:|-10-[photo]-10-|", "H:|-10-[title]-10-|", "H:|-10-[date]-(>=10)-|",
        "V:|-10-[photo(50)]-5-[title]-5-[date]-10-|",
      ])
  }

  private static func letters(_ count: Int) -> String { String(repeating: "a", count: count) }

  @Test func `a text is as high as its lines in the width that it gets`() throws {
    let card = try Self.card.get()
    // 120 less 20 is ten letters a line: 10 + 50 + 5 + lines + 5 + 20 + 10.
    for (count, lines) in [(0, 0), (1, 1), (10, 1), (11, 2), (30, 3), (31, 4)] {
      let size = try card.size([nil, Self.letters(count), "today"], in: FittingRoom(width: 120))
      #expect(isNear(size, 120, 100 + 20 * Double(lines)), "\(count) letters: \(size)")
    }
  }

  @Test func `without a width a cell is as wide as its widest content, up to its limit`() throws {
    let card = try Self.card.get()
    #expect(isNear(try card.size([nil, Self.letters(5), "a"]), 120, 120))
    #expect(isNear(try card.size([nil, Self.letters(30), "a"]), 320, 120))
    let most = FittingRoom(maximumWidth: 170)
    #expect(isNear(try card.size([nil, Self.letters(30), "a"], in: most), 170, 140))
    #expect(isNear(try card.size([nil, Self.letters(12), "a"], in: most), 140, 120))
  }

  @Test func `a cell whose limited width makes it too high is as high as its limit`() throws {
    let card = try Self.card.get()
    let most = FittingRoom(maximumWidth: 170, maximumHeight: 130)
    let cell = try card.measured([nil, Self.letters(30), "a"], in: most)
    #expect(isNear(cell.size, 170, 130))
    // The views are arranged for that size: the last one ends 10 above the bottom.
    #expect(isNear(cell.frames[2].y + cell.frames[2].height, 120))
  }

  @Test func `a cell has the given height, and content that does not fit gives way`() throws {
    let tall = try CellTemplate([.text("title", .squared())], ["H:|-10-[title]-10-|", "V:|-10-[title]-10-|"])
    let cell = try tall.measured([Self.letters(30)], in: FittingRoom(width: 120, height: 50))
    #expect(cell.size == Size(width: 120, height: 50))
    #expect(isNear(cell.frames[0], Rect(x: 10, y: 10, width: 100, height: 30)))
    #expect(cell.warnings.isEmpty)
    // A row that scrolls sideways.
    #expect(isNear(try tall.size([Self.letters(30)], in: FittingRoom(height: 50)), 320, 50))
  }

  @Test func `a text of runs on one line is as high as the words that fit before its ellipsis`() throws {
    let row = try CellTemplate([.text("title", .squared(lines: 1))], ["H:|[title]|", "V:|[title]|"])
    var high = TextRunSetting()
    high.own.lineHeight = 50
    let content = [ViewContent(runs: [.text("aa bb cc "), .text("dd", high)])]
    let environment = CellEnvironment()
    let measurer = try Fonts.measurer()
    func height(_ width: Double) throws -> Double {
      try measurer.measure(content, of: row, in: FittingRoom(width: width), environment).size.height
    }
    #expect(try height(110) == 50 && height(105) == 20 && height(40) == 20)
    let wide = try measurer.measure(content, of: row, in: FittingRoom(), environment)
    #expect(isNear(wide.size, 110, 50))
  }

  @Test func `leading is the other side where text runs from right to left`() throws {
    let row = try CellTemplate(
      [.box("icon", 20, 20), .text("title", .squared(lines: 1))],
      ["H:|-16-[icon(20)]-8-[title]-30-|", "V:|-5-[icon(20)]-5-|", "V:|[title]"])
    let room = FittingRoom(width: 200)
    let leftToRight = try row.measured([nil, "abc"], in: room)
    let rightToLeft = try row.measured([nil, "abc"], in: room, CellEnvironment(direction: .rightToLeft))
    #expect(leftToRight.size == rightToLeft.size)
    #expect(isNear(leftToRight.frames[0], Rect(x: 16, y: 5, width: 20, height: 20)))
    for (left, right) in zip(leftToRight.frames, rightToLeft.frames) {
      #expect(isNear(right.x, 200 - left.x - left.width) && right.width == left.width)
    }
  }

  @Test func `two texts beside each other share the width by their priorities`() throws {
    let views: [CellView] = [.text("name", .squared()), .text("value", .squared(lines: 1))]
    var layout = views.map { TemplateView($0.name) }
    layout[0].compressionResistance = TemplateView.Priorities(Priority(740)!)
    let row = try CellTemplate(
      views, ["H:|-10-[name]-10-[value]-10-|", "V:|[name]|", "V:|[value]"], layout: layout)
    // The value keeps 50 of 200; the name has 120 for its 30 letters.
    let cell = try row.measured([Self.letters(30), "value"], in: FittingRoom(width: 200))
    #expect(isNear(cell.frames[0], Rect(x: 10, y: 0, width: 120, height: 60)))
    #expect(isNear(cell.frames[1].width, 50) && isNear(cell.size, 200, 60))
  }

  @Test func `a label of one line is as high as one, however long its text`() throws {
    let row = try CellTemplate([.text("title", .squared(lines: 1))], ["H:|[title]|", "V:|[title]|"])
    for count in [1, 5, 500] {
      #expect(isNear(try row.size([Self.letters(count)], in: FittingRoom(width: 50)), 50, 20))
    }
  }

  @Test func `texts of any size align on one baseline`() throws {
    let row = try CellTemplate(
      [.text("large", .with(.largeTitle, lines: 1)), .text("small", .with(.caption1, lines: 1))],
      ["H:|[large]-[small]|", "V:|[large]|"],
      [LayoutConstraint(.view("small"), .firstBaseline, to: .view("large"), .firstBaseline)])
    let cell = try row.measured(["Hg", "Hg"], in: FittingRoom(width: 300))
    let lines = try Fonts.measurer()
    func baseline(_ view: Int) throws -> Double {
      let text = try lines.lines(
        of: view, in: row, showing: ViewContent(text: "Hg"), width: .infinity, CellEnvironment())
      return cell.frames[view].y + text[0].baseline
    }
    #expect(isNear(try baseline(0), try baseline(1), within: 1e-6))
    #expect(isNear(cell.size.height, 41, within: 1e-6))
  }

  @Test func `a bubble closes around the text that it wraps`() throws {
    let bubble = try CellTemplate(
      [CellView(name: "bubble", kind: .box), .text("text", .squared())],
      ["H:[bubble]-10-|", "V:|-5-[bubble]-5-|"],
      [
        LayoutConstraint(.view("bubble"), .width, .lessThanOrEqual, to: .superview, .width, multiplier: 0.75),
        LayoutConstraint(.view("text"), .leading, to: .view("bubble"), .leading, constant: 10),
        LayoutConstraint(.view("text"), .trailing, to: .view("bubble"), .trailing, constant: -10),
        LayoutConstraint(.view("text"), .top, to: .view("bubble"), .top, constant: 10),
        LayoutConstraint(.view("text"), .bottom, to: .view("bubble"), .bottom, constant: -10),
      ])
    // Three quarters of 260 less 20 are 175: 17 letters a line.
    let cell = try bubble.measured([nil, Self.letters(20)], in: FittingRoom(width: 260))
    #expect(isNear(cell.frames[0], Rect(x: 60, y: 5, width: 190, height: 60)))
    #expect(isNear(cell.size.height, 70))
    let short = try bubble.measured([nil, "ab"], in: FittingRoom(width: 260))
    #expect(isNear(short.frames[0], Rect(x: 210, y: 5, width: 40, height: 40)))
  }
}
