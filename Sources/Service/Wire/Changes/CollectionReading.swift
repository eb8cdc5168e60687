import CollectionModel
import LayoutEngine

/// One thing that decoding a request has read of the collection.
///
/// A page makes a decoded request again on top of other versions. Where a version has the same at all places that were
/// read, the body would decode to the same.
enum CollectionReading {
  /// The position of the item that has an id; nil for none.
  case item(String, IndexPath?)
  /// The number of the section that has an id; nil for none.
  case section(String, Int?)
  case idOfItem(IndexPath, String?)
  case idOfSection(Int, String?)
  case itemCount(section: Int, Int)
  case sectionCount(Int)

  /// Returns whether another version has the same there.
  fileprivate func isSame(in positions: ItemPositions) -> Bool {
    switch self {
    case .item(let id, let path):
      switch positions.item(id) {
      case .one(let found): found == path
      case .nothing: path == nil
      case .several: false
      }
    case .section(let id, let number):
      switch positions.section(id) {
      case .one(let found): found == number
      case .nothing: number == nil
      case .several: false
      }
    case .idOfItem(let path, let id): positions.id(ofItem: path) == id
    case .idOfSection(let number, let id): positions.id(ofSection: number) == id
    case .itemCount(let section, let count): positions.itemCount(ofSection: section) == count
    case .sectionCount(let count): positions.sections.count == count
    }
  }
}

extension ItemPositions {
  private func note(_ reading: @autoclosure () -> CollectionReading) {
    if readings != nil { readings?.append(reading()) }
  }

  /// Returns the index path of the item that has an id, and notes it.
  func readItem(_ id: String) -> Found<IndexPath> {
    let found = item(id)
    switch found {
    case .one(let path): note(.item(id, path))
    case .nothing: note(.item(id, nil))
    case .several: break  // an error, so that the request is not made again
    }
    return found
  }

  /// Returns the number of the section that has an id, and notes it.
  func readSection(_ id: String) -> Found<Int> {
    let found = section(id)
    switch found {
    case .one(let number): note(.section(id, number))
    case .nothing: note(.section(id, nil))
    case .several: break  // an error, so that the request is not made again
    }
    return found
  }

  /// Notes the number of items of a section, on which positions next to its items and at its edges depend.
  func noteItemCount(ofSection number: Int) {
    note(.itemCount(section: number, itemCount(ofSection: number)))
  }

  /// Notes the ids that an operation replaces, and the number of sections if `resolving` has to place its members.
  func noteReadings(of update: RelativeUpdate) {
    if update.position != nil { note(.sectionCount(sections.count)) }
    switch update.update.action {
    case .reloadItems(let paths, _?), .reconfigureItems(let paths, _?):
      for path in paths { note(.idOfItem(path, id(ofItem: path))) }
    case .reloadSections(let numbers, _):
      for number in numbers { note(.idOfSection(number, id(ofSection: number))) }
    default: break
    }
  }

  fileprivate func id(ofItem path: IndexPath) -> String? {
    path.section < sections.count ? sections[path.section].items.id(at: path.item) : nil
  }

  fileprivate func id(ofSection number: Int) -> String? {
    number < sections.count ? sections[number].id : nil
  }

  fileprivate func itemCount(ofSection number: Int) -> Int {
    number < sections.count ? sections[number].items.count : 0
  }

  /// Returns whether another version has the same at all places that were read here, which count as read there, too.
  ///
  /// - Complexity: that of finding the items and sections by their ids.
  func areSame(in other: ItemPositions) -> Bool {
    let readings = readings ?? []
    other.lookUp(
      readings.compactMap { reading -> String? in
        if case .item(let id, _) = reading { id } else { nil }
      })
    guard readings.allSatisfy({ $0.isSame(in: other) }) else { return false }
    other.readings = readings
    return true
  }
}

extension ChangeTarget {
  /// Returns whether another version has the same at all places that were read here, in the collection and in the viewport.
  ///
  /// - Complexity: that of finding the items and sections by their ids.
  fileprivate func areReadingsSame(in other: ChangeTarget) -> Bool {
    guard positions.areSame(in: other.positions) else { return false }
    let hasOwn = (viewport.ownOutline != nil, other.viewport.ownOutline != nil)
    if hasOwn == (true, true) { return shownPositions.areSame(in: other.shownPositions) }
    return hasOwn == (false, false)
  }
}

extension CollectionEdit {
  /// Returns the edit for another version of the collection, in which its ids name the same; nil if its body has to be
  /// decoded anew. Applying it checks its index paths.
  ///
  /// - Complexity: that of finding its ids.
  package func rebased(on newest: SolvedCollection) throws(Problem) -> CollectionEdit? {
    switch change {
    case .updates, .snapshot, .layout: break
    // Measurements and invalidations name elements of one layout; edits of outlines depend on the tree.
    case .outlines, .measurements, .invalidation, .contentSizes, .scrollSizes: return nil
    }
    let old = target.collection.state.layout.jsonText
    guard target.positions.readings != nil, newest.state.layout.jsonText == old else { return nil }
    var edit = self
    edit.target = try ChangeTarget(newest, viewport: target.viewportName, notingReadings: true)
    guard (edit.target.viewport.bounds == nil) == (target.viewport.bounds == nil),
      target.areReadingsSame(in: edit.target)
    else { return nil }
    return edit
  }
}
