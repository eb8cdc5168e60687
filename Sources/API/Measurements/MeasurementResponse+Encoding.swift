import JSON

extension MeasurementResponse {
  /// The answer's bytes in one of the forms that it comes in.
  ///
  /// - Throws: `notAcceptable` for another form, `answerTooLarge`, `deadlineExceeded`.
  /// - Complexity: O(n) for n views and lines.
  func encoded(as form: ResponseFormat, budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    if form == .svg { return try picture.svg(budget) }
    try form.require(in: MeasurementSolver.forms)
    return try encodedObjects(budget)
  }

  /// The cells drawn, for people.
  private var picture: CellPicture {
    CellPicture(
      cells: cells, count: request.items.count, room: request.room, environment: request.environment,
      warnings: warnings)
  }
}
