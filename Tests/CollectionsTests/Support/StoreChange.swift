import Support

@testable import CollectionModel
@testable import Collections

/// Why a change was not made: for a reason of its own, or of the store's.
enum ChangeFailure<Refusal: Error>: Error {
  case refused(Refusal)
  case store(StoreError)
}

extension CollectionStore {
  /// Changes a collection as the service does: computes a step from the tip, offers it, and starts again while other
  /// writers are faster.
  func change<Answer: Sendable, Refusal: Error>(
    _ key: CollectionKey, if condition: VersionCondition = .any, request: RequestKey? = nil,
    on scheduler: Scheduler = .immediate,
    _ make: @escaping @Sendable (SolvedCollection) throws(Refusal) -> (step: CollectionStep, answer: Answer)
  ) -> Pending<Answer, ChangeFailure<Refusal>> {
    tip(of: key, if: condition, on: scheduler).then(on: scheduler) { [self] found in
      let tip: Tip
      do throws(StoreError) { tip = try found.get() } catch { return Pending(.failure(.store(error))) }
      let made: (step: CollectionStep, answer: Answer)
      do throws(Refusal) { made = try make(tip.collection) } catch {
        return barrier(behind: tip).map { outcome in
          outcome.mapError { .store($0) }.flatMap { .failure(.refused(error)) }
        }
      }
      do throws(StoreError) {
        switch try offer(made.step, at: tip, request: request) {
        case .taken(let stored):
          return stored.then(on: scheduler) { [self] outcome in
            switch outcome {
            case .failure(.overtaken), .failure(.missing):
              return change(key, if: condition, request: request, on: scheduler, make)
            case .success, .failure: return Pending(outcome.map { made.answer }.mapError { .store($0) })
            }
          }
        case .superseded:
          return change(key, if: condition, request: request, on: scheduler, make)
        }
      } catch {
        return Pending(.failure(.store(error)))
      }
    }
  }
}
