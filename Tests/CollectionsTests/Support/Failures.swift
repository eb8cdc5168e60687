@testable import Collections

/// What a journal throws; nil where it throws nothing.
func failure(_ body: () throws(JournalError) -> Void) -> JournalError? {
  do throws(JournalError) { try body() } catch { return error }
  return nil
}

/// Why a store did not do something, in a form that can be compared.
enum Refusal: Hashable {
  case exists, missing, unreadable
  case versionMismatch(newest: Int)
  case limit(CollectionLimit)
  /// The change itself does not hold together.
  case change

  init(_ error: StoreError) {
    switch error {
    case .exists: self = .exists
    case .missing: self = .missing
    case .versionMismatch(let newest): self = .versionMismatch(newest: newest)
    case .limit(let limit): self = .limit(limit)
    case .unreadable: self = .unreadable
    }
  }
}

/// Why a store did not do something; nil where it did.
func refusal(_ body: () throws -> Void) -> Refusal? {
  do {
    try body()
    return nil
  } catch let error as StoreError {
    return Refusal(error)
  } catch ChangeFailure<ChangeRefusal>.store(let error) {
    return Refusal(error)
  } catch ChangeFailure<ChangeRefusal>.refused {
    return .change
  } catch {
    fatalError("\(error)")
  }
}
