import Harness
import LayoutEngine

/// Compares the kinds that place items by a formula with flow: solved, and solved with every frame.
func compareFormulas(_ data: VariedSizes, rounds: Int) {
  var fermat = SpiralLayout()
  fermat.metrics.spiral = .fermat
  let kinds: [(String, LayoutKind)] = [
    ("flow", .flow(FlowLayout())), ("stack", .stack(StackLayout())), ("circle", .circle(CircleLayout())),
    ("spiral, archimedean", .spiral(SpiralLayout())), ("spiral, fermat", .spiral(fermat)),
    ("coverFlow", .coverFlow(CoverFlowLayout())), ("carousel", .carousel(CarouselLayout())),
  ]
  let container = Container(size: Size(width: room, height: 667), scale: 2)
  func length(_ kind: LayoutKind) -> Int {
    guard let size = try? kind.prepare(data.sections, in: container).contentSize else { return 0 }
    return Int(size.width + size.height)
  }
  func count(_ kind: LayoutKind) -> Int {
    (try? kind.prepare(data.sections, in: container).elements(in: nil, visible: nil).count) ?? 0
  }

  var preparing = Comparison(
    "formulas, \(data.count) varied sizes: prepare", units: data.count, rounds: rounds)
  for (name, kind) in kinds { preparing.add(name) { length(kind) } }
  preparing.run()
  var placing = Comparison(
    "formulas, \(data.count) varied sizes: every frame", units: data.count, rounds: rounds)
  for (name, kind) in kinds { placing.add(name) { count(kind) } }
  placing.run()
}

/// Compares kinds for a million items without properties, of which one viewport is requested.
func compareCountedFormulas() {
  let container = Container(size: Size(width: room, height: 667), scale: 2)
  let sections = SectionList([Section(items: ItemSequence(count: 1_000_000))])
  var comparison = Comparison("a million items only counted: prepare and a screen of frames", units: 1)
  let kinds: [(String, LayoutKind)] = [
    ("flow", .flow(FlowLayout())), ("spiral", .spiral(SpiralLayout())),
    ("coverFlow", .coverFlow(CoverFlowLayout())),
  ]
  for (name, kind) in kinds {
    comparison.add(name) {
      guard let solved = try? kind.prepare(sections, in: container) else { return 0 }
      let size = solved.contentSize
      let screen = Rect(x: size.width / 4, y: size.height / 4, width: room, height: 667)
      return solved.elements(in: screen, visible: screen).count
    }
  }
  comparison.run()
}
