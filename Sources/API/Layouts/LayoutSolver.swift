import JSON
import LayoutEngine

/// From a body to the bytes of an answer, without HTTP: what the service and the command line share.
public struct LayoutSolver {
  let limits: RequestLimits
  let answerLimit: Int
  let isCancelled: () -> Bool

  public init(
    limits: RequestLimits = RequestLimits(), answerLimit: Int = .max,
    isCancelled: @escaping () -> Bool = { false }
  ) {
    self.limits = limits
    self.answerLimit = answerLimit
    self.isCancelled = isCancelled
  }

  /// A solved request that waits to take a form.
  public struct Solved {
    let answer: LayoutAnswer
    let budget: EncodingBudget

    /// The answer's bytes in a form.
    ///
    /// - Throws: `answerTooLarge`, `deadlineExceeded`.
    public func bytes(as form: AnswerForm) throws(Problem) -> ByteBuffer {
      try answer.encoded(as: form, budget: budget)
    }
  }

  /// Reads a body and lays out what it describes.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest`, `tooManyItems`, `contentTooLarge`, `answerTooLarge`.
  public func solve(_ body: [UInt8]) throws(Problem) -> Solved {
    let request = try LayoutRequest.decode(body, limits: limits, isCancelled: isCancelled)
    let solved = request.layout.prepare(request.sections, in: request.container)
    let contentSize = solved.contentSize
    guard max(contentSize.width, contentSize.height) <= coordinateLimit else {
      throw Problem(
        .contentTooLarge,
        "The content would be \(contentSize.width) by \(contentSize.height) points; the limit is 2^53.")
    }
    let budget = EncodingBudget(bytes: answerLimit, isCancelled: isCancelled)
    let elements = solved.elements(in: request.visibleRect, visible: request.visibleRect)
    return Solved(
      answer: LayoutAnswer(
        kind: request.layout.name, contentSize: contentSize, elements: elements,
        sections: request.sections, visibleRect: request.visibleRect, warnings: solved.warnings),
      budget: budget)
  }
}
