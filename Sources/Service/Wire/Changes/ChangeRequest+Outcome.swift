import CollectionModel

/// What a request makes of a version of a collection. Indirect, as steps and diffs are large: copying them inline would take
/// 40 kB of code in the page engine.
package indirect enum ChangeOutcome<Diff> {
  /// - Parameters:
  ///   - diff: the changes for the response; nil for a response without a body.
  ///   - status: the status of the response.
  case made(CollectionStep, Diff?, status: Int)
  /// The request is rejected. The client gets the rejection after the step has been made.
  case refused(CollectionStep, Problem)
}

extension ChangeRequest {
  /// Carries the request out on a version of the collection. Nothing is encoded.
  ///
  /// - Throws: `versionMismatch` if the request is meant for another version; the problems of the request.
  /// - Complexity: that of the change and, if the call wants it, of its diff.
  package func outcome(
    on before: SolvedCollection, _ call: ChangeCall
  ) throws(Problem) -> ChangeOutcome<Diff> {
    if let version, version != before.version { throw .versionMismatch(newest: before.version) }
    var step: CollectionStep
    switch try apply(to: before, call) {
    case .step(let applied): step = applied
    case .rejection(let forgetting, let problem): return .refused(forgetting, problem)
    }
    step.origin = ChangeOrigin(viewport: namedViewport(in: before, call), requestID: call.requestID)
    step.erases = erases
    try measure(&step, call)
    try check(step, call)
    try place(&step, call)
    let diff = call.wantsDiff ? try diff(step, call) : nil
    return .made(step, diff, status: status(of: step))
  }
}

extension Problem {
  /// The error of a request for another version of a collection than the newest.
  package static func versionMismatch(newest: Int) -> Problem {
    Problem(
      .versionMismatch, "The collection is at version \(newest).", headers: [("ETag", "\"\(newest)\"")])
  }
}
