import CBaselines
import Harness
import LayoutEngine

/// A named set of four expressions that place an item.
enum CustomFormulaSet: String {
  /// Whole numbers and remainders.
  case grid
  /// A sine, and the item's own size.
  case wave

  private var texts: [String] {
    switch self {
    case .grid: ["i % 8 * (width / 8) + 2", "floor(i / 8) * 40 + 2", "width / 8 - 4", "36"]
    case .wave:
      [
        "width / 2 + sin(i / 9) * width / 4 - item.width / 2", "i * 30", "item.width",
        "min(item.height, 60)",
      ]
    }
  }

  var layout: LayoutKind {
    let formulas = zip(["x", "y", "width", "height"], texts).map { name, text in
      // The texts are those above, so they must parse.
      CustomFormula(try! Expression(text), parameter: ["frame", name])
    }
    return .custom(
      CustomLayout(
        frame: CustomFrame(x: formulas[0], y: formulas[1], width: formulas[2], height: formulas[3])))
  }
}

func compareCustom(
  _ data: VariedSizes, _ formulas: CustomFormulaSet,
  _ baseline: @escaping (UnsafePointer<Double>, Int, Double) -> Int, rounds: Int
) {
  let layout = formulas.layout
  let container = Container(size: Size(width: room, height: 667))
  let title = "custom, \(data.count) items, \(formulas.rawValue) of four expressions: every frame"
  var placing = Comparison(title, units: data.count, rounds: rounds)
  placing.add("C loop") { baseline(data.numbers, data.count, room) }
  placing.add("prepare") { Int(layout.solve(data.sections, in: container).contentSize.height) }
  placing.add("prepare, elements(in: nil)") {
    layout.solve(data.sections, in: container).elements(in: nil, visible: nil).count
  }
  placing.run()
}
