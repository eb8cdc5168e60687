import JSON

extension LayoutResponse {
  /// The answer's bytes in a form.
  ///
  /// - Throws: `answerTooLarge`, or `deadlineExceeded` when nobody waits any more.
  /// - Complexity: O(n) for n elements.
  func encoded(as form: ResponseFormat, budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    switch form {
    case .objects: try encodedObjects(budget)
    case .columns: try encodedColumns(budget)
    case .binary: try encodedBinary(budget)
    case .svg: try encodedPicture(budget)
    }
  }
}
