import JSON

extension MeasurementResponse {
  /// Returns the response in one of its formats.
  ///
  /// - Throws: `notAcceptable` for another format, `answerTooLarge`, `deadlineExceeded`.
  /// - Complexity: O(n) for n views and lines.
  func encoded(as format: ResponseFormat, budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    if format == .svg { return try picture.svg(budget) }
    try format.require(in: MeasurementSolver.forms)
    return try encodedObjects(budget)
  }

  /// The picture of the cells.
  private var picture: CellPicture {
    CellPicture(
      cells: cells, count: request.items.count, room: request.room, environment: request.environment,
      warnings: warnings)
  }
}
