@testable import CollectionModel
@testable import Collections

/// The error that a journal throws; nil if it throws none.
func failure(_ body: () throws(JournalError) -> Void) -> JournalError? {
  do throws(JournalError) { try body() } catch { return error }
  return nil
}

/// Why a store did not carry out an operation, in comparable form.
enum Refusal: Hashable {
  case store(StoreError)
  /// The change contradicts itself.
  case change

  static let exists = Refusal.store(.exists)
  static let missing = Refusal.store(.missing)

  static func versionMismatch(newest: Int) -> Refusal { .store(.versionMismatch(newest: newest)) }

  static func limit(_ limit: CollectionLimitError) -> Refusal { .store(.limit(limit)) }

  var isDamage: Bool { if case .store(.damaged) = self { true } else { false } }
}

/// Why a store did not carry out an operation; nil if it did.
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
