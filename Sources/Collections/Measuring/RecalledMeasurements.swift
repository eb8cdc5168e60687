import LayoutEngine

/// What the main screen took out of a memory, and not from the client.
public struct RecalledMeasurements: Sendable {
  /// By their places after the change with which they are kept.
  public internal(set) var elements: [MeasuredElement] = []
  /// Whether the elements are all that was measured for the screen, which is another than before.
  public internal(set) var isWhole = false
  /// What was learned for the screen, where the elements are all.
  var learned = LearnedEstimate()

  /// Nothing.
  public init() {}

  init(isWhole: Bool) { self.isWhole = isWhole }

  /// The same with everything that was measured, if the screen is another than before.
  func completed(by solved: SolvedCollection) -> RecalledMeasurements {
    guard isWhole else { return self }
    var whole = self
    let measured = solved.state.measured[solved.screen(of: solved.state.main).measuringKey]
    whole.elements = measured?.elements(describedBy: solved.state.sections) ?? []
    whole.learned = measured?.learned ?? LearnedEstimate()
    return whole
  }
}
