import Collections
import LayoutEngine
import SelfSizing
import Synchronization
import WorkerPool

/// Measures what elements show, for one request: a few at once, many divided among the workers.
public struct ContentMeasurer: Sendable {
  let cells: CellSizing
  /// Nil where there are no workers.
  let pool: WorkerPool?
  let token: CancellationToken
  /// What cells were measured in spite of.
  let report = MeasuringReport()

  /// So many elements are measured at a stretch.
  private static let grain = 16
  /// From so many on, others help.
  private static let divisible = 64
  /// From so many on, whoever measures is not back soon.
  private static let long = 1024

  public init(
    cells: CellSizing, pool: WorkerPool? = nil, token: CancellationToken = CancellationToken()
  ) {
    self.cells = cells
    self.pool = pool
    self.token = token
  }

  /// The same with a report of its own: for another set of templates.
  func reportingAnew() -> ContentMeasurer { ContentMeasurer(cells: cells, pool: pool, token: token) }

  /// The sizes of some elements, in their order.
  ///
  /// - Parameter pointer: where in the body an element is.
  /// - Throws: `invalidRequest` for content that cannot be measured, `deadlineExceeded` when nobody waits any more,
  ///   `fontsUnavailable`.
  func sizes(
    of elements: [OpenElement], by templates: TemplateSet, in environment: CellEnvironment,
    pointer: (ElementPath) -> String
  ) throws(Problem) -> [Size] {
    let sizer = try cells.load()
    let sheet = SizeSheet(count: elements.count)
    let body: @Sendable (Range<Int>) -> Void = { [report, token] range in
      // What comes behind a fault need not be measured: the first in the body is the one that is told of.
      if range.lowerBound > sheet.firstFault { return }
      sizer.withMeasurer { measurer in
        // Found once for neighbours that have the same: looking one up touches what all threads share.
        var named: (name: String, template: CellTemplate)?
        for place in range where !token.isCancelled {
          let element = elements[place]
          do throws(Problem) {
            if named?.name != element.content.template {
              named = try templates.named(element.content.template)
            }
            let cell = try sizer.size(element, by: named!.template, environment, with: measurer)
            if !cell.warnings.isEmpty { report.note(cell.warnings, element) }
            sheet.keep(cell.size, at: place)
          } catch {
            return sheet.fail(error, at: place)
          }
        }
      }
    }
    let isComplete = measure(elements.count, body)
    if let (problem, place) = sheet.failure {
      throw problem.at(pointer(elements[place].path), naming: elements[place].path)
    }
    guard isComplete, !token.isCancelled else {
      throw Problem(.deadlineExceeded, "The request was given up while its content was measured.")
    }
    return sheet.sizes
  }

  /// - Returns: whether everything was measured.
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

extension TemplateSet {
  fileprivate func named(_ name: String) throws(Problem) -> (name: String, template: CellTemplate) {
    guard let template = self[name] else {
      throw Problem(.invalidRequest, "no template is named \"\(name.prefix(60))\"")
    }
    return (name, template)
  }
}

extension SharedCellMeasurer {
  fileprivate func size(
    _ element: OpenElement, by template: CellTemplate, _ environment: CellEnvironment,
    with measurer: CellMeasurer
  ) throws(Problem) -> CellSize {
    do throws(CellSizeError<Problem>) {
      return try size(of: element.content, by: template, in: element.room, environment, with: measurer) {
        (content) throws(Problem) in try content.read(for: template)
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
    let view = error.view.map { "view \"\(template.views[$0].name.prefix(60))\": " } ?? ""
    self.init(.invalidRequest, view + error.detail)
  }

  /// The problem as a fault at a place in the body, or of an element that stands nowhere in it.
  func at(_ pointer: String, naming element: ElementPath? = nil) -> Problem {
    guard code == .invalidRequest else { return self }
    let path = element?.indexPath
    let kind = element.map { $0.kind == .cell ? "item" : $0.kind.name }
    let place = pointer.isEmpty ? "\(kind ?? "") [\(path?.section ?? 0), \(path?.item ?? 0)]" : pointer
    return Problem(code, "\(place): \(detail)", faults: [Fault(pointer: pointer, detail: detail)])
  }
}

/// Where threads that measure beside each other put what they find.
private final class SizeSheet: Sendable {
  private struct State {
    var sizes: [Size]
    /// The one that comes first among the elements, if any.
    var failure: (problem: Problem, place: Int)?
  }

  private let state: Mutex<State>
  private let fault = Atomic(Int.max)

  init(count: Int) { state = Mutex(State(sizes: [Size](repeating: .zero, count: count))) }

  /// The place of the first fault so far.
  var firstFault: Int { fault.load(ordering: .relaxed) }
  var sizes: [Size] { state.withLock { $0.sizes } }
  var failure: (problem: Problem, place: Int)? { state.withLock { $0.failure } }

  func keep(_ size: Size, at place: Int) { state.withLock { $0.sizes[place] = size } }

  func fail(_ problem: Problem, at place: Int) {
    state.withLock { state in
      if state.failure.map({ place < $0.place }) ?? true { state.failure = (problem, place) }
    }
    fault.min(place, ordering: .relaxed)
  }
}
