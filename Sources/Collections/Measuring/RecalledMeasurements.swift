import LayoutEngine

/// What the main screen took out of a memory, or from the content of its elements, and not from the client.
public struct RecalledMeasurements: Sendable {
  /// By their places after the change with which they are kept.
  public internal(set) var elements: [MeasuredElement] = []
  /// Whether the elements are all that was measured for the screen, which is another than before.
  public internal(set) var isWhole = false
  /// What was learned for the screen, where the elements are all, or were measured from their content.
  var learned = LearnedEstimate()

  /// Nothing.
  public init() {}

  init(isWhole: Bool) { self.isWhole = isWhole }

  /// Notes what was measured from content; all of it is found at the end where the screen is another.
  mutating func note(_ measured: [MeasuredElement], of solved: SolvedCollection) {
    if !isWhole { elements += measured }
    // Measured in several goes, it teaches other than at once.
    let solvedViewport = solved.solvedViewport(of: solved.state.main)
    if solvedViewport.kind.learnsEstimates {
      learned = solved.state.measured[solvedViewport.measuringKey]?.learned ?? LearnedEstimate()
    }
  }

  /// The same with everything that was measured, if the screen is another than before.
  func completed(by solved: SolvedCollection) -> RecalledMeasurements {
    guard isWhole else { return self }
    var whole = self
    let measured = solved.state.measured[solved.solvedViewport(of: solved.state.main).measuringKey]
    whole.elements = measured?.elements(describedBy: solved.state.sections) ?? []
    whole.learned = measured?.learned ?? LearnedEstimate()
    return whole
  }
}
