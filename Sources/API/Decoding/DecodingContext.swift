import JSON
import SelfSizing

/// Where reading a body stands, and what it found wrong so far.
///
/// Reading goes on after a fault, so that a client learns of all of them at once. Readers answer nil for what
/// they could not read and have noted why.
final class DecodingContext {
  let limits: RequestLimits
  /// Asked now and then on long ways; a body whose client has gone is not read to its end.
  private let isCancelled: () -> Bool
  private(set) var pointer = JSONPointer()
  private(set) var faults: [Fault] = []
  /// Set when reading is to end at once: a limit, a deadline.
  private(set) var stop: Problem?
  private(set) var itemsRead = 0
  /// The templates that items and views may name.
  var templates: TemplateSet
  /// The names of templates that could not be read: what names one of them is not at fault.
  var unreadableTemplates: Set<String> = []

  /// A client that sends more faults than this is told of the first ones, and that there are more.
  static let faultLimit = 50
  /// Bytes of a fault's pointer.
  static let pointerLimit = 512

  init(
    limits: RequestLimits, templates: TemplateSet = .builtInOnly,
    isCancelled: @escaping () -> Bool = { false }
  ) {
    self.limits = limits
    self.templates = templates
    self.isCancelled = isCancelled
  }

  /// Whether there is no use in reading on.
  var isStopped: Bool { stop != nil || faults.count >= Self.faultLimit }

  /// Notes a fault at the current place.
  ///
  /// - Parameter column: where in the text that stands there, from 1 in characters.
  func fault(_ detail: String, column: Int? = nil) {
    guard faults.count < Self.faultLimit else { return }
    faults.append(Fault(pointer: place, detail: detail, column: column))
  }

  /// The current place, or, where the client's own keys make that too long to repeat, what encloses it.
  private var place: String {
    let text = pointer.description
    guard text.utf8.count > Self.pointerLimit else { return text }
    let start = text.utf8.prefix(Self.pointerLimit)
    return String(text[..<(start.lastIndex(of: UInt8(ascii: "/")) ?? start.startIndex)])
  }

  /// Runs `body` one step deeper.
  func at<Result>(_ key: String, _ body: () -> Result) -> Result {
    pointer.push(key)
    defer { pointer.pop() }
    return body()
  }

  /// Runs `body` one step deeper.
  func at<Result>(_ index: Int, _ body: () -> Result) -> Result {
    pointer.push(index)
    defer { pointer.pop() }
    return body()
  }

  /// Counts items against the limit, and looks now and then whether anybody still waits.
  func countItems(_ count: Int) {
    let before = itemsRead
    itemsRead += count
    if itemsRead > limits.items {
      stop = Problem(
        .tooManyItems, "The collection may have \(limits.items) items at most.",
        faults: [Fault(pointer: place, detail: "this makes it \(itemsRead) items")])
    } else if before >> 12 != itemsRead >> 12 {
      checkIsWaitedFor()
    }
  }

  /// Ends reading where nobody waits any more; for long ways on which no items are counted.
  func checkIsWaitedFor() {
    guard stop == nil, isCancelled() else { return }
    stop = Problem(.deadlineExceeded, "The request was given up while it was read.")
  }

  /// Ends reading at once.
  func stop(_ code: ProblemCode, _ detail: String) {
    stop = Problem(code, detail, faults: [Fault(pointer: place, detail: detail)])
  }

  /// Throws what was found wrong, if anything was.
  func finish() throws(Problem) {
    if let stop { throw stop }
    guard let first = faults.first else { return }
    var detail = "\(first.pointer.isEmpty ? "the body" : first.pointer): \(first.detail)"
    if faults.count >= Self.faultLimit {
      detail += " (reading stopped after \(Self.faultLimit) faults; there may be more)"
    } else if faults.count > 1 {
      detail += " (and \(faults.count - 1) more)"
    }
    throw Problem(.invalidRequest, detail, faults: faults)
  }
}
