import Collections
import HTTPServer
import JSON
import LayoutEngine

extension Service {
  /// `GET /v1/collections/{id}/history`: tells what has changed since a version.
  static func tellHistory(_ call: Call) throws(Problem) -> Response {
    let query = CollectionQuery(call.request.head)
    try query.allow(DiffSubscription.queryNames + ["since", "limit"])
    guard let since = try query.integer("since", in: 0...Int.largestExactInteger) else {
      throw Problem(.badRequest, "The query parameter since is missing; set it to the version that you have.")
    }
    let limit = try query.integer("limit", in: 1...1000) ?? 100
    let topic = try DiffSubscription(query)
    let solved = try call.collection()
    _ = try ShownCollection(solved, viewport: topic.viewport)
    var diffs = JSONWriter(capacity: 4096)
    var budget = call.budget
    var (count, last) = (0, since)
    diffs.beginArray()
    if since != solved.version {
      try call.history(topic, since: since) { (step, diff) throws(Problem) in
        guard count < limit else { return false }
        let bytes = try diff.encoded(budget)
        budget.bytes -= bytes.count
        diffs.raw(value: bytes)
        (count, last) = (count + 1, step.after.version)
        return true
      }
    }
    diffs.endArray()
    var json = JSONWriter(capacity: diffs.count + 128)
    json.beginObject()
    json.key("since")
    json.number(since)
    json.key("version")
    json.number(last)
    json.key("isComplete")
    json.bool(last >= solved.version)
    json.key("diffs")
    json.raw(value: diffs.finish())
    json.endObject()
    return Response(
      status: 200,
      headers: [("Content-Type", ResponseFormat.objects.mediaType), ("Cache-Control", "no-cache")],
      body: .source(json.finish()))
  }
}

extension Call {
  /// Tells what has changed since a version, step by step, until `tell` has enough.
  ///
  /// - Throws: `historyGone`, `notFound`, `collectionDamaged`; what `tell` throws.
  func history(
    _ topic: DiffSubscription, since version: Int,
    _ tell: (CollectionStep, DiffResponse) throws(Problem) -> Bool
  ) throws(Problem) {
    let isKnown: Bool
    do throws(ChangeFailure<Problem>) {
      isKnown = try service.collections.history(of: collectionKey, since: version, on: topic.viewport) {
        (step) throws(Problem) in
        if isCancelled() {
          throw Problem(.deadlineExceeded, "The request was cancelled while its history was replayed.")
        }
        return try tell(step, try topic.answer(to: step))
      }
    } catch {
      switch error {
      case .refused(let problem): throw problem
      case .store(let error): throw Problem(error, collectionKey)
      }
    }
    guard isKnown else {
      throw Problem(
        .historyGone,
        "The history after version \(version) is no longer available; fetch the collection again.")
    }
  }
}
