import Wire

extension Problem {
  /// The error of a request for which the process can open no file at present: it, or the machine, has no descriptor or no
  /// memory left.
  ///
  /// - Parameter cause: for the operator's log.
  static func filesExhausted(cause: String) -> Problem {
    var problem = Problem(
      .memoryFull, "The service can open no more files at present; try again in a moment.",
      headers: [("Retry-After", "1")])
    problem.cause = cause
    return problem
  }
}
