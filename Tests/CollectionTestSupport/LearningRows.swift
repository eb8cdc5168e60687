import CollectionModel
import LayoutEngine

/// Lists whose estimates follow measurements of their rows.
package enum LearningRows {
  package static let start = ContinuousClock.now

  package static func collection(
    _ learning: EstimateLearning, _ kind: LayoutKind = MeasuredScreens.automaticList, count: Int = 100_000
  ) throws -> SolvedCollection {
    let main = Viewport(
      container: Container(size: Size(width: 400, height: 800)), containerJSON: MeasuredScreens.words("{}"),
      bounds: Rect(x: 0, y: 0, width: 400, height: 800))
    return try SolvedCollection(
      solving: CollectionState(
        sections: SectionList([Section(items: ItemSequence(count: count))]),
        layout: LayoutChoice(kind: kind, jsonText: MeasuredScreens.words("layout")), main: main,
        learning: learning))
  }

  /// The true height of a row: 60 to 176 points, 118 in the mean.
  private static func height(of row: Int) -> Double { Double(60 + row &* 2_654_435_761 % 117) }

  package static func move(
    to y: Double, velocity: Double? = nil, in name: String = Viewport.main
  ) -> ViewportChange {
    var change = ViewportChange(name: name, bounds: Rect(x: 0, y: y, width: 400, height: 800))
    change.velocity = velocity.map { Point(x: 0, y: $0) }
    return change
  }

  /// Measurements of the estimated rows of a viewport at bounds.
  package static func rows(
    at bounds: Rect, in collection: SolvedCollection
  ) -> [MeasuredElement] {
    let found = collection.layout.elements(in: bounds, visible: bounds)
    return (0..<found.count).map { found[$0] }.filter { $0.kind == .cell && $0.isEstimated }.map {
      MeasuredElement(
        .cell(0, $0.indexPath.item),
        Measurement(size: Size(width: 400, height: height(of: $0.indexPath.item))))
    }
  }

  /// Measurements of some rows.
  package static func batch(_ rows: Range<Int>, of collection: SolvedCollection) -> CollectionChange {
    .measurements(
      MeasurementBatch(
        breadth: collection.measuredBreadth(of: collection.state.main),
        elements: rows.map {
          MeasuredElement(.cell(0, $0), Measurement(size: Size(width: 400, height: height(of: $0))))
        }))
  }
}
