import Support

/// The collections of an owner that a list has.
public struct CollectionFilter: Hashable, Sendable {
  /// What their ids begin with: ASCII, as ids are; empty for all collections.
  public var prefix: String
  /// When they were created and changed.
  public var times: TimeFilter

  /// Creates a filter, by default one that takes all collections.
  public init(prefix: String = "", times: TimeFilter = TimeFilter()) {
    self.prefix = prefix
    self.times = times
  }

  /// The ids that one query reads to count them. One by times visits all collections in the range, so that there are to
  /// be few.
  fileprivate var countedAtOnce: Int { CollectionStore.idsAtOnce * (times.isEmpty ? 1 : 20) }
}

/// The ids of an owner's collections.
extension CollectionStore {
  /// How many ids are read at once where all are wanted.
  public static let idsAtOnce = 1000

  /// Returns the ids of an owner's collections that a filter takes, in their order: those after `id`, if one is given.
  /// Fails with `unavailable`.
  public func ids(
    of owner: String, _ filter: CollectionFilter = CollectionFilter(), after id: String? = nil,
    limit: Int = idsAtOnce
  ) -> Pending<[String], StoreError> {
    let start = max(id ?? "", Self.position(before: filter.prefix))
    return journal.ids(of: owner, in: filter.times, after: start, limit: limit).map { outcome in
      outcome.map { Array($0.prefix { $0.hasPrefix(filter.prefix) }) }.mapError { StoreError($0) }
    }
  }

  /// Returns the number of an owner's collections that a filter takes. Fails with `unavailable`.
  ///
  /// - Complexity: O(n) for n such collections.
  public func count(
    of owner: String, _ filter: CollectionFilter, on scheduler: Scheduler = .immediate
  ) -> Pending<Int, StoreError> {
    count(of: owner, filter, after: nil, counted: 0, on: scheduler)
  }

  private func count(
    of owner: String, _ filter: CollectionFilter, after id: String?, counted: Int, on scheduler: Scheduler
  ) -> Pending<Int, StoreError> {
    let limit = filter.countedAtOnce
    return ids(of: owner, filter, after: id, limit: limit).then(on: scheduler) { [self] outcome in
      switch outcome {
      case .failure(let error): return Pending(.failure(error))
      case .success(let ids):
        guard ids.count == limit else { return Pending(.success(counted + ids.count)) }
        return count(
          of: owner, filter, after: ids.last, counted: counted + ids.count, on: scheduler)
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
