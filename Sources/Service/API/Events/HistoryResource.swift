import Collections
import Diagnostics
import HTTPServer
import JSON
import LayoutEngine
import Support
import Wire

extension Service {
  /// `GET /v1/collections/{collection}/history`: responds with the diffs since a version.
  static func readHistory(_ call: Call) throws(Problem) -> PendingResponse {
    guard let since = try call.query.integer("since", in: 0...Int.largestExactInteger) else {
      throw Problem(.badRequest, "The query parameter since is missing; set it to the version that you have.")
    }
    let limit = try call.query.integer("limit", in: 1...1000) ?? 100
    let subscription = try DiffSubscription(call.query)
    let collection = try call.collection()
    _ = try collection.existingViewport(subscription.viewport)
    try call.requireMatch(EntityTag(version: collection.version))
    let format = try call.format()
    let start = HistoryResponse(since: since, version: since, newest: collection.version)
    guard since != collection.version else {
      return PendingResponse(.success(try call.digested(start, of: "collection", at: start.newest)))
    }
    return call.history(subscription, since: since) { (history) throws(Problem) in
      var (history, body, budget) = (history, start, call.budget)
      while body.diffs.count < limit, let step = try history.next() {
        // Pages with tokens do not learn who the others are.
        let author = call.caller.token == nil ? history.author : nil
        let bytes = try subscription.response(to: step, by: author).encoded(as: format, budget)
        budget.bytes -= bytes.count
        body.diffs.append(bytes)
        body.version = step.after.version
      }
      var response = try call.digested(body, of: "collection", at: body.newest)
      if body.version < body.newest {
        let next = call.query.text(setting: "since", to: body.version)
        response.headers.append(("Link", "<\(call.request.head.target.rawPath)?\(next)>; rel=\"next\""))
      }
      return PendingResponse(.success(response))
    }
  }
}

/// Diffs of consecutive versions, as a response.
struct HistoryResponse: ResponseBody {
  let since: Int
  /// The version to which the diffs lead.
  var version: Int
  /// The newest version when the request came.
  let newest: Int
  /// The diffs, each encoded when its version is replayed, so that only one at a time is in memory as a value.
  var diffs: [ByteBuffer] = []

  var expectedBytes: Int { diffs.reduce(128) { $0 + $1.count + 1 } }

  func write(
    to writer: inout some ResponseWriter & ~Copyable, _ budget: EncodingBudget
  ) throws(Problem) {
    writer.beginObject()
    writer.key("since")
    writer.number(since)
    writer.key("version")
    writer.number(version)
    writer.key("isComplete")
    writer.bool(version >= newest)
    writer.key("diffs")
    writer.list(diffs) { $0.value(encoded: $1) }
    writer.endObject()
  }
}

/// The steps since a version.
struct DiffHistory {
  fileprivate var steps: CollectionHistory
  let call: Call

  /// Who made the change of the last step.
  var author: String? { steps.author }

  /// Returns the next step; nil after that of the newest version.
  ///
  /// - Throws: `notFound`, `collectionDamaged`, `deadlineExceeded`.
  mutating func next() throws(Problem) -> CollectionStep? {
    let step = try StoreError.rethrown(as: { Problem($0, call.collectionKey) }, from: steps.next())
    guard let step else { return nil }
    if call.isCancelled() {
      throw Problem(.deadlineExceeded, "The request was cancelled while its history was replayed.")
    }
    return step
  }
}

extension Call {
  /// Continues with the steps since a version. Fails with `historyGone`, `notFound`, `collectionDamaged`, and the
  /// errors of `body`.
  func history<Next>(
    _ subscription: DiffSubscription, since version: Int,
    _ body: @escaping @Sendable (DiffHistory) throws(Problem) -> Pending<Next, Problem>
  ) -> Pending<Next, Problem> {
    let found = service.collections.history(
      of: collectionKey, since: version, on: subscription.viewport, scheduler: scheduler)
    return continuing(with: found) { (outcome) throws(Problem) in
      let steps = try outcome.get(of: collectionKey)
      guard let steps else {
        throw Problem(
          .historyGone,
          "The history after version \(version) is no longer available; fetch the collection again.")
      }
      return try body(DiffHistory(steps: steps, call: self))
    }
  }
}
