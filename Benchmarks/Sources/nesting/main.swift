import Constraints
import Harness
import LayoutEngine
import SelfSizing
import Text

// Nested templates: stacks beside the same views in one level. The views are boxes whose sizes differ in every cell, so that
// no text is measured.

let fonts = try FontLibrary()
let measurer = CellMeasurer(fonts: fonts)
let cells = 1000

/// Returns a box that every item sizes.
func box(_ name: String, in parent: Int? = nil) -> CellView {
  CellView(
    name: name, kind: .box, content: ViewContent(size: Size(width: 20, height: 10)), parent: parent)
}

/// Returns content for some views, with new sizes each time.
@MainActor func contents(_ views: [CellView], _ seed: Int) -> [ViewContent] {
  views.enumerated().map { place, view in
    guard case .box = view.kind else { return ViewContent() }
    return ViewContent(
      size: Size(width: Double(10 + (seed + place) % 40), height: Double(8 + (seed * 3 + place) % 30)))
  }
}

@MainActor func heights(_ template: CellTemplate, width: Double?) -> Int {
  (0..<cells).reduce(0) { sum, seed in
    let content = contents(template.views, seed)
    let cell = try? measurer.measure(content, of: template, in: FittingRoom(width: width), CellEnvironment())
    return sum + Int(cell?.size.height ?? -1)
  }
}

/// Returns a card of three nested stacks and twelve leaves.
func stackedCard() throws -> CellTemplate {
  var views = [CellView(name: "photo", kind: .box, content: ViewContent(size: Size(width: 96, height: 96)))]
  var layout = [TemplateView("photo", isArranged: true)]
  func add(_ view: CellView, _ arrangement: StackArrangement? = nil) {
    views.append(view)
    layout.append(TemplateView(view.name, arrangement: arrangement, isArranged: true))
  }
  add(
    CellView(name: "column", kind: .stack),
    StackArrangement(axis: .vertical, alignment: .leading, spacing: 4))
  for name in ["title", "subtitle", "price", "stars", "seller"] { add(box(name, in: 1)) }
  add(
    CellView(name: "buttons", kind: .stack, parent: 1),
    StackArrangement(distribution: .equalSpacing, spacing: 8))
  for name in ["buy", "save", "share", "old", "count", "badge"] { add(box(name, in: views.count - 1)) }
  // The six are in the stack of the buttons.
  for index in views.indices.suffix(6) { views[index].parent = 7 }
  return try CellTemplate(
    views: views, layout: layout, constraints: [], origins: [],
    inside: .constraints(StackArrangement(alignment: .leading, spacing: 12)))
}

/// Returns the same leaves in one level, between constraints that put them in about the same places.
func flatCard() throws -> CellTemplate {
  let names = [
    "photo", "title", "subtitle", "price", "stars", "seller", "buy", "save", "share", "old", "count", "badge",
  ]
  let context = VisualFormatContext(views: names)
  let formats: [(String, VisualFormatOptions)] = [
    ("H:|[photo]-12-[title]", []), ("V:|[photo]", []),
    ("V:|[title]-4-[subtitle]-4-[price]-4-[stars]-4-[seller]-4-[buy]|", .alignAllLeading),
    ("H:[buy]-8-[save]-8-[share]-8-[old]-8-[count]-8-[badge]", .alignAllTop),
  ]
  let constraints = try formats.flatMap { try VisualFormat.constraints($0, options: $1, in: context) }
  return try CellTemplate(
    views: names.map { box($0) }, layout: names.map { TemplateView($0) }, constraints: constraints,
    origins: constraints.indices.map { ["constraints", String($0)] })
}

let flat = try flatCard()
let stacks = try stackedCard()
var nesting = Comparison("a card of 12 leaves, solved for each content", units: cells)
nesting.add("by constraints in one level") { heights(flat, width: 375) }
nesting.add("in three nested stacks") { heights(stacks, width: 375) }
nesting.run()
