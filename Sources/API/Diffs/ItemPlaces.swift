import LayoutEngine

/// Where items and sections stand in a collection, by their ids; made when the first id is asked for.
final class ItemPlaces {
  let sections: SectionList
  private lazy var items: [String: IndexPath?] = {
    var places: [String: IndexPath?] = [:]
    var ids = ItemIDs(of: sections)
    for section in 0..<sections.count {
      for item in 0..<sections[section].items.count {
        guard let id = ids[section, item] else { continue }
        places.updateValue(places[id] == nil ? IndexPath(section: section, item: item) : nil, forKey: id)
      }
    }
    return places
  }()
  private lazy var sectionPlaces: [String: Int?] = {
    var places: [String: Int?] = [:]
    for section in 0..<sections.count {
      guard let id = sections[section].id else { continue }
      places.updateValue(places[id] == nil ? section : nil, forKey: id)
    }
    return places
  }()

  /// What an id stands for.
  enum Found<Place> {
    case nothing
    case one(Place)
    /// More than one thing has the id.
    case several
  }

  init(of sections: SectionList) {
    self.sections = sections
  }

  /// - Complexity: O(n) for n items the first time, then O(1).
  func item(_ id: String) -> Found<IndexPath> {
    guard let place = items[id] else { return .nothing }
    return place.map { .one($0) } ?? .several
  }

  /// - Complexity: O(s) for s sections the first time, then O(1).
  func section(_ id: String) -> Found<Int> {
    guard let place = sectionPlaces[id] else { return .nothing }
    return place.map { .one($0) } ?? .several
  }
}
