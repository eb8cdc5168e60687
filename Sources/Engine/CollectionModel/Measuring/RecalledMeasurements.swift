import LayoutEngine

/// Measurements of the main viewport that came from the cache or from measured content, not from the client.
public struct RecalledMeasurements: Sendable {
  /// By their index paths after the change with which they are stored.
  public internal(set) var elements: [MeasuredElement] = []
  /// Whether the elements are all measurements of the viewport, because its breadth or its layout changed.
  public internal(set) var isWhole = false
  /// The statistics of the viewport, if the elements are all, or were measured from content.
  var learned = LearnedEstimate()

  /// No measurements.
  public init() {}

  init(isWhole: Bool) { self.isWhole = isWhole }

  /// Adds measurements of content; `completed` finds all of them if the viewport changed.
  mutating func note(_ measured: [MeasuredElement], of solved: SolvedCollection) {
    if !isWhole { elements += measured }
    // The estimate depends on how many measurements each round adds.
    let solvedViewport = solved.solvedViewport(of: solved.state.main)
    if solvedViewport.kind.learnsEstimates {
      learned = solved.state.measured[solvedViewport.measuringKey]?.learned ?? LearnedEstimate()
    }
  }

  /// The value with all measurements, if the viewport changed.
  func completed(by solved: SolvedCollection) -> RecalledMeasurements {
    guard isWhole else { return self }
    var whole = self
    let measured = solved.state.measured[solved.solvedViewport(of: solved.state.main).measuringKey]
    whole.elements = measured?.elements(describedBy: solved.state.sections) ?? []
    whole.learned = measured?.learned ?? LearnedEstimate()
    return whole
  }
}
