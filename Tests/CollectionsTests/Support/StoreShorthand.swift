import CollectionTestSupport
import Support

@testable import CollectionModel
@testable import Collections

extension CollectionKey {
  init(_ id: String, of owner: String = "") { self.init(owner: owner, id: id) }
}

extension CollectionStore {
  /// Makes a change and returns its version.
  @discardableResult
  func apply(
    _ change: CollectionChange, to key: CollectionKey, if condition: VersionCondition = .any
  ) throws(ChangeFailure<ChangeError>) -> Int {
    try self.change(key, if: condition) { (before) throws(ChangeError) in
      let step = try before.step(change)
      return (step, step.after.version)
    }.wait()
  }
}

extension CollectionStore {
  /// Changes a collection by a closure with state of the calling thread. The collection must be in memory and no other
  /// thread may use it: then the closure is called here, before this returns.
  func changeHere<Answer: Sendable, Refusal: Error>(
    _ key: CollectionKey, if condition: VersionCondition = .any,
    _ prepare: (SolvedCollection) throws(Refusal) -> (step: CollectionStep, answer: Answer)
  ) -> Pending<Answer, ChangeFailure<Refusal>> {
    withoutActuallyEscaping(prepare) { prepare in
      nonisolated(unsafe) let prepare = prepare
      return change(key, if: condition) { (before) throws(Refusal) in try prepare(before) }
    }
  }
}

extension JournalEntry {
  /// The entry of a step that makes a version.
  init(_ step: CollectionStep) { self.init(step.change!, making: step.after.state) }
}
