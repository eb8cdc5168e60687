import Collections
import Diagnostics
import Support
import Wire

extension Service {
  /// `DELETE /v1/collections`: deletes the collections of the tenant whose ids begin with a prefix.
  static func deleteCollections(_ call: Call) throws(Problem) -> PendingResponse {
    guard let prefix = try call.query.idPrefix() else {
      throw Problem(
        .badRequest,
        "The query parameter prefix is missing; it takes the first characters of the ids to delete.")
    }
    guard call.preconditions.isEmpty else {
      throw Problem(
        .badRequest,
        "A deletion by prefix takes neither If-Match nor If-None-Match: it deletes collections whatever their versions."
      )
    }
    let erases = try call.query.bool("erase") ?? false
    return call.deleteCollections(prefix, erases: erases, after: nil, deleted: 0)
  }
}

extension Call {
  /// Deletes the collections whose ids begin with a prefix, some at a time.
  ///
  /// - Parameters:
  ///   - erases: whether nothing of them may stay in the store.
  ///   - id: the last id that was looked at.
  ///   - deleted: how many have been deleted.
  fileprivate func deleteCollections(
    _ prefix: String, erases: Bool, after id: String?, deleted: Int
  ) -> PendingResponse {
    let store = service.collections
    let page = store.ids(of: owner, CollectionFilter(prefix: prefix), after: id, limit: 100)
    return continuing(with: page) {
      (found) throws(Problem) in
      let ids = try found.mapError { Problem($0, collectionKey).after(deleting: deleted) }.get()
      guard let last = ids.last else {
        return PendingResponse(.success(try response(200, DeletedCollections(count: deleted))))
      }
      let deletions = ids.map {
        store.delete(CollectionKey(owner: owner, id: $0), erases: erases, on: scheduler)
      }
      return continuing(with: Pending.all(deletions)) { (outcomes) throws(Problem) in
        var total = deleted
        var failure: Problem?
        for (id, outcome) in zip(ids, outcomes.get()) {
          switch outcome {
          case .success: total += 1
          // Another request has deleted it meanwhile.
          case .failure(.missing): continue
          case .failure(let error): failure = failure ?? Problem(error, CollectionKey(owner: owner, id: id))
          }
        }
        if let failure { throw failure.after(deleting: total) }
        return deleteCollections(prefix, erases: erases, after: last, deleted: total)
      }
    }
  }
}

extension Problem {
  /// Returns the error that ended a deletion, with the number of collections that it deleted before.
  fileprivate func after(deleting count: Int) -> Problem {
    guard count > 0 else { return self }
    var problem = self
    problem.detail =
      "\(quantity(count, "collection")) of the prefix had been deleted before an error; send the request again "
      + "for the others."
    return problem
  }
}

/// The number of collections that a request deleted, as a response.
private struct DeletedCollections: ResponseBody {
  let count: Int

  var expectedBytes: Int { 32 }

  func write(
    to writer: inout some ResponseWriter & ~Copyable, _ budget: EncodingBudget
  ) throws(Problem) {
    writer.beginObject()
    writer.key("deleted")
    writer.number(count)
    writer.endObject()
  }
}
