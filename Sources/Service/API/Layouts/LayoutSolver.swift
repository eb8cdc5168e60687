import Collections
import JSON
import LayoutEngine
import Wire

/// Solves a request for a layout, from its body to the bytes of the response, without HTTP: the service and the command
/// line share it.
public struct LayoutSolver {
  let limits: RequestLimits
  let answerLimit: Int
  let measurer: ContentMeasurer
  let isCancelled: () -> Bool

  /// Creates a solver with the limits of its requests.
  ///
  /// - Parameters:
  ///   - answerLimit: the most bytes of the response.
  ///   - isCancelled: called now and then; nil uses the measurer's token.
  public init(
    limits: RequestLimits = .ofMachine, answerLimit: Int = .max,
    measurer: ContentMeasurer = ContentMeasurer(cells: CellSizing()),
    isCancelled: (() -> Bool)? = nil
  ) {
    self.limits = limits
    self.answerLimit = limits.responseBytes(upTo: answerLimit)
    self.measurer = measurer
    self.isCancelled = isCancelled ?? { [token = measurer.token] in token.isCancelledOrAbandoned() }
  }

  /// A request whose body has been read.
  public struct Decoded {
    let description: CollectionDescription

    /// The number of items that the body describes.
    ///
    /// - Complexity: O(1).
    public var itemCount: Int { description.state.sections.itemCount }
  }

  /// A solved request, whose response can be encoded.
  public struct Solved {
    let description: CollectionDescription
    let collection: SolvedCollection
    var contentWarnings: [ContentWarning]
    let budget: EncodingBudget
    let measurer: ContentMeasurer

    /// Returns the bytes of the response in a format.
    ///
    /// - Throws: `answerTooLarge`, `deadlineExceeded`.
    /// - Complexity: O(n) for n elements.
    public func bytes(as format: ResponseFormat) throws(Problem) -> ByteBuffer {
      try encoded(as: format).bytes
    }

    /// Returns the response in a format, with the headers that belong to it.
    ///
    /// - Throws: `answerTooLarge`, `deadlineExceeded`; of other widths, the errors of `solve`.
    /// - Complexity: O(n) for n elements; of other widths, that of the layouts.
    public func encoded(
      as format: ResponseFormat, _ options: RenderingOptions = RenderingOptions()
    ) throws(Problem) -> EncodedResponse {
      try measurer.timer.time(.encode) { () throws(Problem) in try encode(format, options) }
    }

    private func encode(
      _ format: ResponseFormat, _ options: RenderingOptions
    ) throws(Problem) -> EncodedResponse {
      if format.isPage {
        let layouts = try description.layouts(
          in: options.widths, from: collection, as: format, measurer, budget)
        return try RenderedPage(
          layouts, of: description.state.sections, description.templates,
          measurer.reusing(description.decodedContents), pointer: description.pointer(to:)
        ).encoded(as: format, budget)
      }
      var response = try collection.response(
        in: collection.state.bounds, on: collection.state.main, as: format, budget)
      response.itemsForms = description.itemsForms
      response.contentWarnings = contentWarnings
      response.options = options
      return EncodedResponse(bytes: try PictureResponse(response).encoded(as: format, budget))
    }
  }

  /// Reads a body and lays out the collection that it describes.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest`, `tooManyItems`, `contentTooLarge`, `fontsUnavailable`,
  ///   `deadlineExceeded`.
  public func solve(_ body: [UInt8]) throws(Problem) -> Solved {
    let description = try measurer.timer.time(.parse) { () throws(Problem) in try decode(body).description }
    let collection = try measurer.timer.time(.solve) { () throws(Problem) in
      try description.solved(measuring: measurer)
    }
    return Solved(
      description: description, collection: collection,
      contentWarnings: measurer.report.warnings(of: description.templates),
      budget: EncodingBudget(bytes: answerLimit, isCancelled: isCancelled, reserve: measurer.reserve),
      measurer: measurer)
  }

  /// Reads a body, and lays nothing out.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest`, `tooManyItems`, `tooMuchMemory`, `deadlineExceeded`.
  /// - Complexity: O(n) for a body of n bytes.
  public func decode(_ body: [UInt8]) throws(Problem) -> Decoded {
    Decoded(
      description: try CollectionDescription.decode(
        body, for: .layout, limits: limits, isCancelled: isCancelled))
  }
}
