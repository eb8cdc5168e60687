import Geometry
@testable import Constraints

/// Text whose letters are all 10 wide and 20 high, with a baseline 15 below the top of a line.
func letters(_ count: Int, _ width: Double = .infinity) -> ViewMetrics {
  let perLine = width.isInfinite ? max(count, 1) : max(1, Int(width / 10))
  let lines = max(1, (count + perLine - 1) / perLine)
  return ViewMetrics(
    width: Double(min(count, perLine)) * 10, height: Double(lines) * 20, firstBaseline: 15, lastBaseline: 5)
}

func label(_ name: String, _ count: Int = 0, hugging: Double = 250, resistance: Double = 750) -> TemplateView
{
  TemplateView(
    name, letters(count), hugging: TemplateView.Priorities(priority(hugging)),
    compressionResistance: TemplateView.Priorities(priority(resistance)))
}

/// A label with as many lines as it takes.
func paragraph(_ name: String, resistance: Double = 750) -> TemplateView {
  var view = label(name, resistance: resistance)
  view.metrics = ViewMetrics()
  view.heightFollowsWidth = true
  return view
}

func box(_ name: String, _ width: Double? = nil, _ height: Double? = nil, ratio: Double? = nil)
  -> TemplateView
{
  TemplateView(name, ViewMetrics(width: width, height: height, aspectRatio: ratio))
}

func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
  Rect(x: x, y: y, width: width, height: height)
}

func isNear(_ left: Rect, _ right: Rect) -> Bool {
  isNear([left.x, left.y, left.width, left.height], [right.x, right.y, right.width, right.height])
}
