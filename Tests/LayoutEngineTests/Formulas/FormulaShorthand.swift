@testable import LayoutEngine

extension FormulaLayout where Metrics: FormulaMetrics {
  func solve(_ sections: Section..., in container: Container) -> any SolvedLayout {
    prepare(SectionList(ContiguousArray(sections)), in: container)
  }
}

extension StackLayout {
  init(_ change: (inout StackLayout) -> Void) {
    self.init()
    change(&self)
  }
}

extension CircleLayout {
  init(_ change: (inout CircleLayout) -> Void) {
    self.init()
    change(&self)
  }
}

extension SpiralLayout {
  init(_ change: (inout SpiralLayout) -> Void) {
    self.init()
    change(&self)
  }
}

extension CoverFlowLayout {
  init(_ change: (inout CoverFlowLayout) -> Void) {
    self.init()
    change(&self)
  }
}

extension CarouselLayout {
  init(_ change: (inout CarouselLayout) -> Void) {
    self.init()
    change(&self)
  }
}

extension SolvedLayout {
  func look(_ section: Int, _ item: Int, visible: Rect? = nil) -> Appearance {
    attributes(of: .cell(section, item), visible: visible)!.appearance
  }

  func center(_ section: Int, _ item: Int) -> Point {
    let frame = frame(section, item)!
    return Point(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
  }
}

func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-9) -> Bool { abs(a - b) <= tolerance }

func near(_ a: Point, _ b: Point, _ tolerance: Double = 1e-9) -> Bool {
  near(a.x, b.x, tolerance) && near(a.y, b.y, tolerance)
}
