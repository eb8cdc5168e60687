import Glibc

/// Says on standard error how far a command has come: on a terminal in a line that changes, elsewhere in a line for each
/// tenth.
struct Progress {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var subject = ""
  private var tenth = 0

  /// Notes that a part of a task is done.
  ///
  /// - Parameter subject: what is done with the parts, such as `copied collections`. Each has progress of its own.
  mutating func note(_ subject: String, _ done: Int, of total: Int) {
    if subject != self.subject { (self.subject, tenth) = (subject, 0) }
    let isLast = done >= total
    let now = isLast ? 10 : done * 10 / total
    guard isTerminal || now > tenth else { return }
    tenth = now
    let text = "\(subject): \(done) of \(total)"
    File.write(isTerminal ? "\r\(text)\(isLast ? "\n" : "")" : text + "\n", to: STDERR_FILENO)
  }
}
