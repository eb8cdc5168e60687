import Collections
import HTTPServer
import Support
import Wire

/// The requests that change a stored collection. `Call.change` carries out all of them.
extension Service {
  /// `POST …/updates`: applies a batch of updates, all or nothing, and responds with the resulting changes.
  static func updateCollection(_ call: Call) throws(Problem) -> PendingResponse {
    try call.change(CollectionEdit.updates)
  }

  /// `PUT …/snapshot`: replaces the sections, finds the updates that lead there, and responds with the resulting
  /// changes.
  static func applySnapshot(_ call: Call) throws(Problem) -> PendingResponse {
    try call.change(CollectionEdit.snapshot)
  }

  /// `PUT …/layout`: replaces the layout, and responds with every element's old and new position.
  static func changeLayout(_ call: Call) throws(Problem) -> PendingResponse {
    try call.change(CollectionEdit.layout)
  }

  /// `POST …/measurements`: takes the sizes that a client has measured, and responds with the resulting changes.
  static func takeMeasurements(_ call: Call) throws(Problem) -> PendingResponse {
    try call.change(CollectionEdit.measurements)
  }

  /// `POST …/invalidations`: computes the invalidated parts again, and responds with the resulting changes.
  static func invalidateCollection(_ call: Call) throws(Problem) -> PendingResponse {
    try call.change(CollectionEdit.invalidation)
  }

  /// `PUT …/bounds`: scrolls, resizes or rotates the main viewport.
  static func moveBounds(_ call: Call) throws(Problem) -> PendingResponse {
    try call.change(ViewportMove.bounds)
  }

  /// `PUT …/viewports/{name}`: adds a viewport, or moves one.
  static func moveViewport(_ call: Call) throws(Problem) -> PendingResponse {
    let name = call.parameters["name"] ?? ""
    guard CollectionID.isValid(name) else { throw .invalidViewportName(name) }
    return try call.change(ViewportMove.viewport)
  }

  /// `DELETE …/viewports/{name}`: removes a viewport.
  static func deleteViewport(_ call: Call) throws(Problem) -> PendingResponse {
    let name = call.parameters["name"] ?? ""
    guard name != Viewport.main else {
      throw Problem(
        .methodNotAllowed, "The viewport \"main\" belongs to the collection and cannot be deleted.",
        headers: [("Allow", "PUT, OPTIONS")])
    }
    return try call.change { (_, _, _) in ViewportDeletion(name: name) }
  }

  /// `POST …/movement`: begins to move an item with a finger (UIKit's interactive movement).
  static func beginMovement(_ call: Call) throws(Problem) -> PendingResponse {
    try call.change(MovementChange.begin)
  }

  /// `PATCH …/movement`: follows the finger, and makes room where the item would be dropped.
  static func updateMovement(_ call: Call) throws(Problem) -> PendingResponse {
    try call.change(MovementChange.update)
  }

  /// `POST …/movement/end`: drops the item.
  static func endMovement(_ call: Call) throws(Problem) -> PendingResponse {
    try call.change(MovementChange.end)
  }

  /// `DELETE …/movement`: puts the item back.
  static func cancelMovement(_ call: Call) throws(Problem) -> PendingResponse {
    try call.change(MovementChange.cancel)
  }

  /// `DELETE /v1/collections/{collection}`: deletes a collection.
  static func deleteCollection(_ call: Call) throws(Problem) -> PendingResponse {
    let condition = try call.preconditions.versions()
    let erases = try call.query.bool("erase") ?? false
    // A collection that cannot be loaded can be deleted, too.
    let newest = try? call.collection().version
    let response = Response(status: 204)
    return try call.once(
      try call.body(), replay: { _ in response },
      { (request) throws(Problem) in
        if let newest { try call.preconditions.require(exists: true, at: newest) }
        let deleted = call.service.collections.delete(
          call.collectionKey, if: condition, request: request, erases: erases, on: call.scheduler)
        return call.settled(deleted, .success(response))
      })
  }
}
