import Support

/// The ids of an owner's collections.
extension CollectionStore {
  /// How many ids are read at once where all are wanted.
  public static let idsAtOnce = 1000

  /// Returns the ids of an owner's collections that begin with a prefix, in their order: those after `id`, if one is
  /// given. Fails with `unavailable`.
  ///
  /// - Parameter prefix: ASCII, as ids are; empty for all collections.
  public func ids(
    of owner: String, prefix: String, after id: String? = nil, limit: Int = idsAtOnce
  ) -> Pending<[String], StoreError> {
    let start = max(id ?? "", Self.position(before: prefix))
    return journal.ids(of: owner, after: start, limit: limit).map { outcome in
      outcome.map { Array($0.prefix { $0.hasPrefix(prefix) }) }.mapError { StoreError($0) }
    }
  }

  /// Returns the number of an owner's collections whose ids begin with a prefix. Fails with `unavailable`.
  ///
  /// - Complexity: O(n) for n such collections.
  public func count(
    of owner: String, prefix: String, on scheduler: Scheduler = .immediate
  ) -> Pending<Int, StoreError> {
    count(of: owner, prefix: prefix, after: nil, counted: 0, on: scheduler)
  }

  private func count(
    of owner: String, prefix: String, after id: String?, counted: Int, on scheduler: Scheduler
  ) -> Pending<Int, StoreError> {
    ids(of: owner, prefix: prefix, after: id).then(on: scheduler) { [self] outcome in
      switch outcome {
      case .failure(let error): return Pending(.failure(error))
      case .success(let ids):
        guard ids.count == Self.idsAtOnce else { return Pending(.success(counted + ids.count)) }
        return count(
          of: owner, prefix: prefix, after: ids.last, counted: counted + ids.count, on: scheduler)
      }
    }
  }

  /// Returns a text that comes before all texts with a prefix, and after every id that comes before these.
  private static func position(before prefix: String) -> String {
    guard let last = prefix.unicodeScalars.last, last.value > 0,
      let previous = Unicode.Scalar(last.value - 1)
    else { return "" }
    var text = String(prefix.unicodeScalars.dropLast())
    text.unicodeScalars.append(previous)
    // This character comes behind all characters of ids.
    text.unicodeScalars.append("\u{7F}")
    return text
  }
}
