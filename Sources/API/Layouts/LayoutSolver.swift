import Collections
import JSON
import LayoutEngine

/// From a body to the bytes of an answer, without HTTP: what the service and the command line share.
public struct LayoutSolver {
  let limits: RequestLimits
  let answerLimit: Int
  let measurer: ContentMeasurer
  let isCancelled: () -> Bool

  /// - Parameter isCancelled: asked now and then; where nobody says, the measurer's token.
  public init(
    limits: RequestLimits = RequestLimits(), answerLimit: Int = .max,
    measurer: ContentMeasurer = ContentMeasurer(cells: CellSizing()),
    isCancelled: (() -> Bool)? = nil
  ) {
    self.limits = limits
    self.answerLimit = answerLimit
    self.measurer = measurer
    self.isCancelled = isCancelled ?? { [token = measurer.token] in token.isCancelledOrAbandoned() }
  }

  /// A solved request that waits to take a form.
  public struct Solved {
    let request: LayoutRequest
    let layout: any SolvedLayout
    var contentWarnings: [ContentWarning] = []
    let budget: EncodingBudget

    /// The answer's bytes in a form.
    ///
    /// - Throws: `answerTooLarge`, `deadlineExceeded`.
    public func bytes(as form: ResponseFormat) throws(Problem) -> ByteBuffer {
      if request.visibleRect == nil {
        try budget.checkAll(layout.elementCount(ofItems: request.sections.itemCount), as: form)
      }
      return try answer().encoded(as: form, budget: budget)
    }

    func answer() -> LayoutResponse {
      LayoutResponse(
        kind: request.layout.name, contentSize: layout.contentSize,
        elements: layout.elements(in: request.visibleRect, visible: request.visibleRect),
        sections: request.sections, itemsForms: request.itemsForms, visibleRect: request.visibleRect,
        targetContentOffset: request.visibleRect.flatMap {
          layout.targetContentOffset(forProposed: $0, velocity: .zero)
        },
        warnings: layout.warnings, contentWarnings: contentWarnings,
        orthogonalSections: layout.orthogonalSections(in: request.visibleRect))
    }
  }

  /// Reads a body and lays out what it describes.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest`, `tooManyItems`, `contentTooLarge`, `fontsUnavailable`,
  ///   `deadlineExceeded`.
  public func solve(_ body: [UInt8]) throws(Problem) -> Solved {
    let request = try LayoutRequest.decode(body, limits: limits, isCancelled: isCancelled)
    let layout =
      request.sections.hasOpenContent
      ? try request.solved(measuring: measurer).layout : try request.prepared()
    return Solved(
      request: request, layout: layout, contentWarnings: measurer.report.warnings(of: request.templates),
      budget: EncodingBudget(bytes: answerLimit, isCancelled: isCancelled))
  }
}

extension LayoutRequest {
  /// The layout, solved; a parameter without a result for some item is a fault of the request.
  ///
  /// - Parameters:
  ///   - updated: the batch that made the sections of others, if one did.
  ///   - old: how those others were laid out, by the same layout for the same container.
  /// - Throws: `invalidRequest`, `contentTooLarge`.
  func prepared(
    _ updated: SectionList.Updated? = nil, from old: (any SolvedLayout)? = nil
  ) throws(Problem) -> any SolvedLayout {
    let solved: any SolvedLayout
    do throws(LayoutError) {
      if let updated, let old {
        solved = try layout.prepare(updated, from: old, in: container)
      } else {
        solved = try layout.prepare(sections, in: container)
      }
    } catch {
      throw Problem(error)
    }
    try solved.checkContentSize()
    return solved
  }
}

extension SolvedLayout {
  /// - Throws: `contentTooLarge` where numbers cannot tell neighbouring points of the content apart.
  func checkContentSize() throws(Problem) {
    let size = contentSize
    guard max(size.width, size.height) <= Coordinate.limit else {
      throw Problem(
        .contentTooLarge, "The content would be \(size.width) by \(size.height) points; the limit is 2^53.")
    }
  }
}

extension Problem {
  init(_ failure: LayoutError) {
    var pointer = JSONPointer()
    pointer.push("layout")
    for step in failure.parameter { pointer.push(step) }
    let item = failure.indexPath.map { " for item [\($0.section), \($0.item)]" } ?? ""
    let fault = Fault(
      pointer: pointer.description, detail: failure.detail + item, column: failure.offset.map { $0 + 1 })
    self.init(.invalidRequest, "\(fault.pointer): \(fault.detail)", faults: [fault])
  }
}
