import CollectionModel
import LayoutEngine

/// A decoded request that changes a collection: the steps of `outcome` in which such requests differ.
package protocol ChangeRequest: SendableMetatype {
  /// Whether the request has a body, and the response a format.
  static var hasBody: Bool { get }

  /// Whether the request creates its resource if it does not exist; otherwise it fails.
  static var createsResource: Bool { get }

  /// Whether the resource that the path names exists. Preconditions apply to it.
  static func resourceExists(in before: SolvedCollection, _ call: ChangeCall) -> Bool

  /// The version that the change is meant for; nil for any.
  var version: Int? { get }

  /// Whether a restart preserves the effect of the request even if it makes no version: a repetition with the same
  /// idempotency key must not be carried out then. Movements and the last positions of viewports are lost, and a
  /// repetition restores them.
  var isDurable: Bool { get }

  /// Whether the history before the change is erased.
  var erases: Bool { get }

  /// The viewport that the request names; nil if it names none.
  func namedViewport(in before: SolvedCollection, _ call: ChangeCall) -> String?

  /// Returns the step that the request makes.
  func apply(to before: SolvedCollection, _ call: ChangeCall) throws(Problem) -> AppliedChange

  /// Measures the content that the viewports show after the step.
  func measure(_ step: inout CollectionStep, _ call: ChangeCall) throws(Problem)

  /// Rejects a step that makes more than is allowed.
  func check(_ step: CollectionStep, _ call: ChangeCall) throws(Problem)

  /// The response that describes the change.
  associatedtype Diff: ResponseBody

  /// Moves the viewports to where their readers are after the step.
  func place(_ step: inout CollectionStep, _ call: ChangeCall) throws(Problem)

  /// Returns the changes of the step; nil for a response without a body.
  func diff(_ step: CollectionStep, _ call: ChangeCall) throws(Problem) -> Diff?

  /// The status of the response.
  func status(of step: CollectionStep) -> Int
}

/// The result of applying a request to a collection.
package enum AppliedChange {
  case step(CollectionStep)
  /// The request is rejected. The client gets the rejection after the step has been made.
  case rejection(CollectionStep, Problem)
}

extension ChangeRequest {
  package static var hasBody: Bool { true }
  package static var createsResource: Bool { false }
  package static func resourceExists(in before: SolvedCollection, _ call: ChangeCall) -> Bool { true }
  package var version: Int? { nil }
  package var isDurable: Bool { false }
  package var erases: Bool { false }
  package func namedViewport(in before: SolvedCollection, _ call: ChangeCall) -> String? { call.viewport }
  package func measure(_ step: inout CollectionStep, _ call: ChangeCall) throws(Problem) {}
  package func check(_ step: CollectionStep, _ call: ChangeCall) throws(Problem) {}
  package func place(_ step: inout CollectionStep, _ call: ChangeCall) throws(Problem) {}
  package func status(of step: CollectionStep) -> Int { 200 }
}
