import HTTPServer

extension Service {
  /// `POST /v1/collections/{id}/updates`: makes a batch of updates, all or nothing, and answers what it changes.
  static func updateCollection(_ call: Call) throws(Problem) -> PendingResponse {
    try call.change { (body, shown) throws(Problem) in
      try .updates(body, of: shown, limits: call.limits, isCancelled: call.isCancelled)
    }
  }

  /// `PUT /v1/collections/{id}/layout`: shows the collection by another layout, and answers every element's way there.
  static func changeLayout(_ call: Call) throws(Problem) -> PendingResponse {
    try call.change { (body, shown) throws(Problem) in
      try .layout(body, of: shown, limits: call.limits, isCancelled: call.isCancelled)
    }
  }

  /// `PUT /v1/collections/{id}/snapshot`: makes another state of the collection, finds the updates that lead there,
  /// and answers what they change.
  static func applySnapshot(_ call: Call) throws(Problem) -> PendingResponse {
    try call.change { (body, shown) throws(Problem) in
      try .snapshot(body, of: shown, limits: call.limits, isCancelled: call.isCancelled)
    }
  }
}
