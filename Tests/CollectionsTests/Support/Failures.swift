@testable import Collections

/// What a journal throws; nil where it throws nothing.
func failure(_ body: () throws(JournalError) -> Void) -> JournalError? {
  do throws(JournalError) { try body() } catch { return error }
  return nil
}

/// Why a store did not do something, in a form that can be compared.
enum Refusal: Hashable {
  case store(StoreError)
  /// The change itself does not hold together.
  case change

  static let exists = Refusal.store(.exists)
  static let missing = Refusal.store(.missing)

  static func versionMismatch(newest: Int) -> Refusal { .store(.versionMismatch(newest: newest)) }

  static func limit(_ limit: CollectionLimitError) -> Refusal { .store(.limit(limit)) }

  var isDamage: Bool { if case .store(.damaged) = self { true } else { false } }
}

/// Why a store did not do something; nil where it did.
func refusal(_ body: () throws -> Void) -> Refusal? {
  do {
    try body()
    return nil
  } catch let error as StoreError {
    return .store(error)
  } catch ChangeFailure<ChangeError>.store(let error) {
    return .store(error)
  } catch ChangeFailure<ChangeError>.refused {
    return .change
  } catch {
    fatalError("\(error)")
  }
}
