import Collections
import HTTPServer
import JSON
import LayoutEngine
import Support

extension Service {
  /// `GET /v1/collections/{id}/history`: tells what has changed since a version.
  static func tellHistory(_ call: Call) throws(Problem) -> PendingResponse {
    let query = CollectionQuery(call.request.head)
    try query.allow(DiffSubscription.queryNames + ["since", "limit"])
    guard let since = try query.integer("since", in: 0...Int.largestExactInteger) else {
      throw Problem(.badRequest, "The query needs since, the version that is known.")
    }
    let limit = try query.integer("limit", in: 1...1000) ?? 100
    let topic = try DiffSubscription(query)
    let newest = try call.collection().version
    _ = try ShownCollection(call.collection(), viewport: topic.viewport)
    guard since != newest else {
      let response = HistoryResponse(since: since, newest: newest).response()
      return PendingResponse(.success(response))
    }
    return call.history(topic, since: since) { (history) throws(Problem) in
      var history = history
      var answer = HistoryResponse(since: since, newest: newest)
      var budget = call.budget
      while answer.count < limit, let (step, diff) = try history.next() {
        let bytes = try diff.encoded(budget)
        budget.bytes -= bytes.count
        answer.append(bytes, making: step.after.version)
      }
      return PendingResponse(.success(answer.response()))
    }
  }
}

/// The diffs from one version of a collection on.
private struct HistoryResponse: ~Copyable {
  let since: Int
  /// The collection's newest version when it was asked.
  let newest: Int
  private var last: Int
  private(set) var count = 0
  private var diffs = JSONWriter(capacity: 4096)

  init(since: Int, newest: Int) {
    self.since = since
    self.newest = newest
    last = since
    diffs.beginArray()
  }

  mutating func append(_ diff: ByteBuffer, making version: Int) {
    diffs.raw(value: diff)
    (count, last) = (count + 1, version)
  }

  consuming func response() -> Response {
    diffs.endArray()
    var json = JSONWriter(capacity: diffs.count + 128)
    json.beginObject()
    json.key("since")
    json.number(since)
    json.key("version")
    json.number(last)
    json.key("isComplete")
    json.bool(last >= newest)
    json.key("diffs")
    json.raw(value: diffs.finish())
    json.endObject()
    return Response(
      status: 200,
      headers: [("Content-Type", ResponseFormat.objects.mediaType), ("Cache-Control", "no-cache")],
      body: .source(json.finish()))
  }
}

/// The steps since a version, as a subscription shows them.
struct DiffHistory {
  fileprivate var steps: CollectionHistory
  let topic: DiffSubscription
  let call: Call

  /// Returns the next step and its diff; nil after the newest version's.
  ///
  /// - Throws: `notFound`, `collectionDamaged`, `deadlineExceeded`.
  mutating func next() throws(Problem) -> (step: CollectionStep, diff: DiffResponse)? {
    let step: CollectionStep?
    do throws(StoreError) { step = try steps.next() } catch { throw Problem(error, call.collectionKey) }
    guard let step else { return nil }
    if call.isCancelled() {
      throw Problem(.deadlineExceeded, "The request was given up while its history was replayed.")
    }
    return (step, try topic.answer(to: step))
  }
}

extension Call {
  /// Continues with the steps since a version. Fails with `historyGone`, `notFound`, `collectionDamaged`, and with what
  /// `body` throws.
  func history<Next>(
    _ topic: DiffSubscription, since version: Int,
    _ body: @escaping @Sendable (DiffHistory) throws(Problem) -> Pending<Next, Problem>
  ) -> Pending<Next, Problem> {
    let found = service.collections.history(
      of: collectionKey, since: version, on: topic.viewport, scheduler: scheduler)
    return continuing(with: found) { (outcome) throws(Problem) in
      let steps: CollectionHistory?
      do throws(StoreError) { steps = try outcome.get() } catch { throw Problem(error, collectionKey) }
      guard let steps else {
        throw Problem(
          .historyGone, "What led on from version \(version) is not kept; read the collection again.")
      }
      return try body(DiffHistory(steps: steps, topic: topic, call: self))
    }
  }
}
