import LayoutEngine
import Wire

/// Reads the names of members in a record: keys, index paths, and texts.
struct RecordNames {
  private let record: WaistRecord
  /// Where the text is.
  private let text: Range<Int>
  private let window: KeyedWindow?
  /// The sections that the viewport shows now, in which ids are looked up.
  private let sections: SectionList

  init(_ record: WaistRecord, text: Range<Int>, _ window: KeyedWindow?, in sections: SectionList) {
    self.record = record
    self.text = text
    self.window = window
    self.sections = sections
  }

  /// The text between two places of the text.
  func text(from start: Int, to end: Int) throws(Problem) -> String {
    guard start >= 0, start <= end, end <= text.count,
      let text = record.text(from: text.lowerBound + start, to: text.lowerBound + end)
    else { throw .invalid("a text is outside of it") }
    return text
  }

  /// The bytes between two places of the text; nil if they are outside of it.
  func bytes(from start: Int, to end: Int) -> [UInt8]? {
    guard start >= 0, start <= end, end <= text.count else { return nil }
    return record.bytes(from: text.lowerBound + start, to: text.lowerBound + end)
  }

  /// The anchor of a number, whose target is at an offset.
  func anchor(_ number: UInt32, _ target: Int) throws(Problem) -> DiffAnchor? {
    switch Waist.Anchor(rawValue: number) {
    case .automatic?: nil
    case .start?: .start
    case .end?: .end
    case .some(.none): DiffAnchor.none
    case .item?: .item(try path(at: target))
    case nil: throw .invalid("there is no such anchor")
    }
  }

  /// The index path of the target at an offset, which is an item.
  ///
  /// - Complexity: O(log n) for a key whose item is where the page has it, of n items; else that of finding an id.
  func path(at offset: Int) throws(Problem) -> IndexPath {
    switch try member(at: offset) {
    case .path(let path): return path
    case .id(let id):
      var ids = ItemIDs(of: sections)
      if let path = keyedPath(at: offset), ids[path.section, path.item] == id { return path }
      guard case .one(let path) = sections.path(ofItem: id) else {
        throw .invalid("no item has the id \(id)")
      }
      return path
    case .section, .sectionID: throw .invalid("a target is a section, and an item is expected")
    }
  }

  /// The place that the target at an offset names: the index path of an item, or of a section.
  func place(at offset: Int) throws(Problem) -> IndexPath {
    switch try member(at: offset) {
    case .section(let section): return .section(section)
    case .sectionID(let id):
      guard case .one(let section) = sections.index(ofSection: id) else {
        throw .invalid("no section has the id \(id)")
      }
      return .section(section)
    case .path, .id: return try path(at: offset)
    }
  }

  /// The index path that the item of a key had in the window; nil if the target at an offset is no key of one.
  private func keyedPath(at offset: Int) -> IndexPath? {
    guard Waist.Target(rawValue: record.unsigned(at: offset)) == .key else { return nil }
    return window?.element(of: Int32(truncatingIfNeeded: record.int(at: offset + 4)))?.path
  }

  /// The name that a target at an offset stands for. A key stands for the id of its item, if it has one.
  func member(at offset: Int) throws(Problem) -> NamedUpdate.Member {
    let (first, second) = (record.int(at: offset + 4), record.int(at: offset + 8))
    switch Waist.Target(rawValue: record.unsigned(at: offset)) {
    case .key?:
      guard let window, let (path, isCell) = window.element(of: Int32(truncatingIfNeeded: first)), isCell
      else {
        throw .invalid("no item has the key of a target")
      }
      var ids = ItemIDs(of: window.sections)
      return ids[path.section, path.item].map { .id($0) } ?? .path(path)
    case .path?:
      guard first >= 0, second >= 0 else { throw .invalid("an index path has numbers from 0 on") }
      return .path(IndexPath(section: first, item: second))
    case .id?: return .id(try text(from: first, to: second))
    case .section?:
      guard first >= 0 else { throw .invalid("the number of a section is 0 or more") }
      return .section(first)
    case .sectionID?: return .sectionID(try text(from: first, to: second))
    case nil: throw .invalid("there is no such form of a target")
    }
  }
}
