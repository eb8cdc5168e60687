import JSON

/// The state of decoding a body: the current position, and the errors so far.
///
/// Decoding continues after an error, so that a client gets all of them at once. Functions that read a value report an
/// error and return nil if it is invalid.
package final class DecodingContext {
  let limits: RequestLimits
  /// Called now and then while decoding long bodies: decoding stops if the client has gone.
  private let isCancelled: () -> Bool
  private(set) var pointer = JSONPointer()
  /// The errors so far, in the order of the body.
  package private(set) var faults: [Fault] = []
  /// Set if decoding has to end at once, by a limit or a deadline.
  private(set) var stop: Problem?
  private(set) var itemsRead = 0
  /// The memory of the body and of its decoded parts.
  private(set) var memory: RequestMemory
  /// Reads the templates that items and views may name, and their contents.
  package var contents: any ContentReading

  /// The text size that a template is read for; nil outside of templates.
  package var textSize: TextSizeScope?

  /// Whether items in their usual form are read in one pass. Tests compare this with reading each member by itself.
  var readsPlainItems = true

  /// The ids of measurements that name no item of the collection.
  var unknownMeasuredIDs: [String] = []

  /// The names of the values of the item read last, which the next one shares if it has the same.
  var valueNames: [String] = []
  /// The parent and the state of the item read last; nil for an item without both.
  var relation: ItemRelation?

  /// The largest number of errors in a response; decoding stops there.
  static let faultLimit = 50

  init(
    limits: RequestLimits, contents: any ContentReading = OpaqueContents(),
    isCancelled: @escaping () -> Bool = { false }
  ) {
    self.limits = limits
    self.contents = contents
    self.isCancelled = isCancelled
    memory = RequestMemory(limits)
  }

  /// Whether decoding has to end.
  package var isStopped: Bool { stop != nil || faults.count >= Self.faultLimit }

  /// Reports an error at the current position.
  ///
  /// - Parameter column: the column in the text at the position, in characters from 1.
  package func fault(_ detail: String, column: Int? = nil) {
    guard faults.count < Self.faultLimit else { return }
    faults.append(Fault(pointer: place, detail: detail, column: column))
  }

  /// Reports an error at a position below the current one.
  package func fault(_ detail: String, below path: [String]) {
    guard let first = path.first else { return fault(detail) }
    at(first) { fault(detail, below: Array(path.dropFirst())) }
  }

  /// The pointer to the current position, or to an enclosing value.
  private var place: String { pointer.limited }

  /// Runs `body` one step deeper.
  @inlinable
  package func at<Result>(_ key: String, _ body: () -> Result) -> Result {
    enter(key)
    defer { leave() }
    return body()
  }

  /// Runs `body` one step deeper.
  @inlinable
  package func at<Result>(_ index: Int, _ body: () -> Result) -> Result {
    enter(index)
    defer { leave() }
    return body()
  }

  @usableFromInline func enter(_ key: String) { pointer.push(key) }
  @usableFromInline func enter(_ index: Int) { pointer.push(index) }
  @usableFromInline func leave() { pointer.pop() }

  /// Counts items against the limit, and checks now and then whether the request is cancelled.
  package func countItems(_ count: Int) {
    let before = itemsRead
    itemsRead += count
    if itemsRead > limits.items {
      stop = Problem(
        .tooManyItems, "The collection may have at most \(limits.items) items.",
        faults: [Fault(pointer: place, detail: "this makes \(itemsRead) items")])
    } else if before >> 12 != itemsRead >> 12 {
      checkIsWaitedFor()
    }
  }

  /// Takes bytes back that were counted, for a part that is counted in another way from now on.
  func discharge(_ bytes: Int) { memory.add(-bytes) }

  /// Counts bytes of memory that the request takes, and ends decoding if they are more than it may take.
  ///
  /// - Parameter noting: whether the value at the current position takes them, so that an error may point at it.
  package func charge(_ bytes: Int, noting: Bool = false) {
    memory.add(bytes)
    if noting { memory.note(bytes, at: pointer) }
    guard stop == nil else { return }
    if memory.isExceeded {
      stop = memory.problem(at: pointer)
    } else if !memory.reserve() {
      stop = .memoryFull
    }
  }

  /// Ends decoding if the request is cancelled; for long bodies without items.
  package func checkIsWaitedFor() {
    guard stop == nil, isCancelled() else { return }
    stop = Problem(.deadlineExceeded, "The request was cancelled while its body was decoded.")
  }

  /// Ends decoding at once.
  func stop(_ code: ProblemCode, _ detail: String) {
    stop = Problem(code, detail, faults: [Fault(pointer: place, detail: detail)])
  }

  /// Ends decoding at once.
  func stop(_ problem: Problem) { stop = problem }

  /// Throws the errors so far, if there are any.
  func finish() throws(Problem) {
    if let stop { throw stop }
    guard let first = faults.first else { return }
    var detail = "\(first.pointer.isEmpty ? "the body" : first.pointer): \(first.detail)"
    if faults.count >= Self.faultLimit {
      detail += " (decoding stopped after \(Self.faultLimit) errors; there may be more)"
    } else if faults.count > 1 {
      detail += " (and \(faults.count - 1) more)"
    }
    throw Problem(.invalidRequest, detail, faults: faults)
  }
}

extension JSONPointer {
  /// The longest pointer of an error, in bytes.
  static let limit = 512

  /// The pointer as text; if long keys make it too long, the pointer to an enclosing value.
  var limited: String {
    let text = description
    guard text.utf8.count > Self.limit else { return text }
    let start = text.utf8.prefix(Self.limit)
    return String(text[..<(start.lastIndex(of: UInt8(ascii: "/")) ?? start.startIndex)])
  }
}
