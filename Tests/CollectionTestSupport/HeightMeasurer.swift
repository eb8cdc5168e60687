import CollectionModel
import LayoutEngine

/// Measures content that names its height, and records the elements it was called with.
package final class HeightMeasurer {
  package private(set) var rounds: [[ElementPath]] = []

  package init() {}

  /// All elements that were measured.
  package var measured: [ElementPath] { rounds.flatMap(\.self) }

  package func forget() { rounds = [] }

  /// The height that the content names, twice that for larger text; where the width is open, as wide as high.
  package var measure: MeasureContent<Never> {
    { elements, container in
      self.rounds.append(elements.map(\.path))
      return elements.map { element in
        let growth = container.contentSizeCategory > .large ? 2.0 : 1
        let height = (Double(String(decoding: element.content.jsonText, as: UTF8.self)) ?? 0) * growth
        return Size(
          width: element.room.width ?? min(height, element.room.maximumWidth),
          height: element.room.height ?? height)
      }
    }
  }
}

extension Item {
  /// An item with content of a height.
  package init(_ id: String, height: Double) {
    self.init(id: id)
    content = Content(template: "height", jsonText: Array("\(height)".utf8))
  }
}

extension MeasuredScreens {
  /// Items "i0", "i1", … with content of these heights.
  package static func showing(_ heights: some Sequence<Double>) -> SectionList {
    SectionList([
      Section("s", heights.enumerated().map { Item("i\($0)", height: $1) })
    ])
  }

  /// A collection whose content has been measured in the viewport and near it, or all of it.
  package static func sized(
    _ kind: LayoutKind, _ sections: SectionList, y: Double? = 0,
    scope: ContentSizing.Scope = .visible, _ measurer: HeightMeasurer
  ) throws -> SolvedCollection {
    let bounds = y.map { Rect(x: 0, y: $0, width: width, height: 300) }
    var solved = try SolvedCollection(
      solving: CollectionState(
        sections: sections, layout: LayoutChoice(kind: kind, jsonText: words("layout")),
        main: Viewport(container: container(), containerJSON: [], bounds: bounds),
        contentSizing: ContentSizing(scope: scope, templates: words("{}"))))
    try solved.sizeContent(measurer.measure)
    return solved
  }
}

extension SolvedCollection {
  /// The step of a change, measured and settled.
  package func sizedStep(
    _ change: CollectionChange, _ measurer: HeightMeasurer, anchor: DiffAnchor = .automatic
  ) throws -> CollectionStep {
    var step = try applying(change)
    try step.sizeContent(asked: .anchor(anchor), measurer.measure)
    step.place(asked: .anchor(anchor))
    return step
  }

  /// The step of scrolling.
  package func scrolled(to y: Double, _ measurer: HeightMeasurer) throws -> CollectionStep {
    try applying(
      ViewportChange(name: Viewport.main, bounds: Rect(x: 0, y: y, width: 200, height: 300)),
      measurer.measure)
  }

  /// Elements in the viewport that are only estimated.
  package var estimatedOnScreen: [LayoutAttributes] {
    let seen = layout.elements(in: state.bounds, visible: state.bounds)
    return (0..<seen.count).map { seen[$0] }.filter(\.isEstimated)
  }
}
