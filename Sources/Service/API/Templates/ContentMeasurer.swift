import Cancellation
import Collections
import LayoutEngine
import SelfSizing
import Synchronization
import Wire
import WorkerPool

/// Measures the content of elements for one request; many elements are divided among the workers.
public final class ContentMeasurer: Sendable {
  let cells: CellSizing
  /// nil if there are no workers.
  let pool: WorkerPool?
  let token: CancellationToken
  /// Takes the times of the parts of the request.
  let timer: PartTimer
  /// Charges the request for units of work; throws if its client may not ask for so much.
  let charge: Charge
  /// Reserves the memory that measured elements take until they are laid out; throws if there is too little.
  let reserve: Reserve
  /// The warnings of measuring.
  let report: MeasuringReport
  /// Contents of the request that are decoded already.
  let decoded: DecodedContents

  typealias Charge = @Sendable (_ work: Double) throws(Problem) -> Void
  typealias Reserve = @Sendable (RequestCost) throws(Problem) -> Void

  /// The number of elements that a worker measures at a time.
  private static let grain = 16
  /// The smallest number of elements that other workers help with.
  private static let divisible = 64
  /// The smallest number of elements for which a substitute takes over the worker's other jobs.
  private static let long = 1024

  /// Creates a measurer for one request, which divides its work among the workers of a pool if there is one.
  public convenience init(
    cells: CellSizing, pool: WorkerPool? = nil, token: CancellationToken = CancellationToken()
  ) {
    self.init(cells: cells, pool: pool, token: token, charge: { _ in }, reserve: { _ in })
  }

  convenience init(
    cells: CellSizing, pool: WorkerPool?, token: CancellationToken, timer: PartTimer = .off,
    charge: @escaping Charge, reserve: @escaping Reserve
  ) {
    self.init(
      cells: cells, pool: pool, token: token, timer: timer, charge: charge, reserve: reserve,
      report: MeasuringReport(), decoded: DecodedContents())
  }

  private init(
    cells: CellSizing, pool: WorkerPool?, token: CancellationToken, timer: PartTimer,
    charge: @escaping Charge, reserve: @escaping Reserve, report: MeasuringReport, decoded: DecodedContents
  ) {
    self.cells = cells
    self.pool = pool
    self.token = token
    self.timer = timer
    self.charge = charge
    self.reserve = reserve
    self.report = report
    self.decoded = decoded
  }

  /// Returns a measurer with a report of its own, for another set of templates.
  func reportingAnew() -> ContentMeasurer {
    ContentMeasurer(cells: cells, pool: pool, token: token, timer: timer, charge: charge, reserve: reserve)
  }

  /// Returns the measurer for elements with contents that are decoded already.
  func reusing(_ decoded: DecodedContents) -> ContentMeasurer {
    ContentMeasurer(
      cells: cells, pool: pool, token: token, timer: timer, charge: charge, reserve: reserve, report: report,
      decoded: decoded)
  }

  /// Returns the sizes of some elements that will be laid out by them, in their order.
  ///
  /// - Throws: `tooMuchMemory`, and the errors of `sizes`.
  func sizesToLayOut(
    _ elements: [OpenElement], by templates: TemplateSet, in environment: CellEnvironment,
    pointer: (ElementPath) -> String
  ) throws(Problem) -> [Size] {
    try reserve(CostRates.measuredContent.times(elements.count))
    return try sizes(of: elements, by: templates, in: environment, pointer: pointer)
  }

  /// Returns the sizes of some elements, in their order.
  ///
  /// - Parameter pointer: returns the JSON pointer of an element in the body; empty if it is not in the body.
  /// - Throws: `invalidRequest` for content that cannot be measured, `deadlineExceeded` if the request is cancelled,
  ///   `fontsUnavailable`, `memoryFull`.
  func sizes(
    of elements: [OpenElement], by templates: TemplateSet, in environment: CellEnvironment,
    pointer: (ElementPath) -> String
  ) throws(Problem) -> [Size] {
    let sizer = try cells.load()
    let measured = MeasuredSizes(count: elements.count)
    let measureAll: @Sendable (Range<Int>) -> Void = { [report, token, decoded] range in
      // The response reports the first error in the body: elements after it need not be measured.
      if range.lowerBound > measured.firstErrorIndex { return }
      sizer.withMeasurer { measurer in
        // Looked up once for neighbours with the same template, because all threads share the table.
        var named: (name: String, template: CellTemplate)?
        for index in range where !token.isCancelled {
          let element = elements[index]
          do throws(Problem) {
            if named?.name != element.content.template {
              named = try templates.named(element.content.template, environment.category)
            }
            let cell = try sizer.size(element, by: named!.template, environment, with: measurer, decoded)
            if !cell.warnings.isEmpty { report.note(cell.warnings, element, at: environment.category) }
            measured.set(cell.size, at: index)
          } catch {
            // Measuring that stops early ends with an error too, which says nothing about the element.
            if Cancellation.stopsHere || token.isCancelled { return }
            return measured.fail(error, at: index)
          }
        }
      }
    }
    // On a thread that helps, too. An incomplete range is not missed: the token is cancelled then.
    let body: @Sendable (Range<Int>) -> Void = { range in
      _ = Cancellation.interruptible { measureAll(range) }
    }
    let isComplete = timer.time(.measure) { measure(elements.count, body) }
    if let (problem, index) = measured.error {
      throw problem.at(pointer(elements[index].path), naming: elements[index].path)
    }
    guard isComplete, !token.isCancelled else {
      throw Problem(.deadlineExceeded, "The request was cancelled while its content was measured.")
    }
    return measured.sizes
  }

  /// Calls `body` with ranges of the elements, and returns whether they cover all.
  private func measure(_ count: Int, _ body: @escaping @Sendable (Range<Int>) -> Void) -> Bool {
    guard let pool, count >= Self.divisible else {
      for start in stride(from: 0, to: count, by: Self.grain) {
        if token.isCancelledOrAbandoned() { return false }
        body(start..<min(start + Self.grain, count))
      }
      return true
    }
    if count < Self.long { return pool.divide(count, by: Self.grain, token: token, body) }
    return pool.withSubstitute { pool.divide(count, by: Self.grain, token: token, body) }
  }
}

extension ContentMeasurer: ContentMeasuring {
  package func measurer(of collection: SolvedCollection) throws(Problem) -> any CollectionMeasuring {
    CollectionMeasurer(self, try collection.templates())
  }

  /// Returns the function that measures content by some templates and has no pointer into the body.
  func measuring(by templates: TemplateSet) -> MeasureContent<Problem> {
    { [self] (elements, container) throws(Problem) in
      try sizesToLayOut(elements, by: templates, in: CellEnvironment(container)) { _ in "" }
    }
  }
}

/// Measures the content of one stored collection for one request, by templates that are found once.
private final class CollectionMeasurer: CollectionMeasuring {
  private let measurer: ContentMeasurer
  private let templates: TemplateSet

  init(_ measurer: ContentMeasurer, _ templates: TemplateSet) {
    self.measurer = measurer
    self.templates = templates
  }

  func reader() -> any ContentReading { ContentReader(templates) }

  func reusing(_ contents: any ContentReading) -> any CollectionMeasuring {
    CollectionMeasurer(measurer.reusing(contents.ofService.decoded), templates)
  }

  var measure: MeasureContent<Problem> { measurer.measuring(by: templates) }

  var warnings: [ContentWarning] { measurer.report.warnings(of: templates, at: nil) }
}

extension TemplateSet {
  fileprivate func named(
    _ name: String, _ category: ContentSizeCategory
  ) throws(Problem) -> (name: String, template: CellTemplate) {
    guard let template = self[name]?.adapted(to: category) else {
      throw Problem(.invalidRequest, "no template is named \"\(name.prefix(60))\"")
    }
    return (name, template)
  }
}

extension SharedCellMeasurer {
  fileprivate func size(
    _ element: OpenElement, by template: CellTemplate, _ environment: CellEnvironment,
    with measurer: CellMeasurer, _ decoded: DecodedContents
  ) throws(Problem) -> CellSize {
    do throws(CellSizeError<Problem>) {
      return try size(of: element.content, by: template, in: element.room, environment, with: measurer) {
        (content) throws(Problem) in try decoded.read(content, for: template)
      }
    } catch {
      switch error {
      case .unreadable(let problem): throw problem
      case .unmeasurable(let error): throw Problem(error, template)
      }
    }
  }
}

extension Problem {
  init(_ error: CellMeasuringError, _ template: CellTemplate) {
    if case .text(_, .outOfFiles) = error {
      // The content is not to blame.
      self = .filesExhausted(cause: error.detail)
      return
    }
    let view = error.view.map { "view \"\(template.views[$0].name.prefix(60))\": " } ?? ""
    self.init(.invalidRequest, view + error.detail)
  }

  /// Returns the problem as an error at a pointer in the body, or of an element that is not in it.
  func at(_ pointer: String, naming element: ElementPath? = nil) -> Problem {
    guard code == .invalidRequest else { return self }
    let path = element?.indexPath
    let kind = element.map { $0.kind == .cell ? "item" : $0.kind.name }
    let place = pointer.isEmpty ? "\(kind ?? "") [\(path?.section ?? 0), \(path?.item ?? 0)]" : pointer
    return Problem(code, "\(place): \(detail)", faults: [Fault(pointer: pointer, detail: detail)])
  }
}

/// The sizes that several threads measure, and the first error.
private final class MeasuredSizes: Sendable {
  private struct State {
    var sizes: [Size]
    /// The error of the first element that has one.
    var error: (problem: Problem, index: Int)?
  }

  private let state: Mutex<State>
  private let errorIndex = Atomic(Int.max)

  init(count: Int) { state = Mutex(State(sizes: [Size](repeating: .zero, count: count))) }

  /// The index of the first element with an error so far.
  var firstErrorIndex: Int { errorIndex.load(ordering: .relaxed) }
  var sizes: [Size] { state.withLock { $0.sizes } }
  var error: (problem: Problem, index: Int)? { state.withLock { $0.error } }

  func set(_ size: Size, at index: Int) { state.withLock { $0.sizes[index] = size } }

  func fail(_ problem: Problem, at index: Int) {
    state.withLock { state in
      if state.error.map({ index < $0.index }) ?? true { state.error = (problem, index) }
    }
    errorIndex.min(index, ordering: .relaxed)
  }
}
