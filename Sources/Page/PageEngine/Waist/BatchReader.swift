import Diagnostics
import JSON
import LayoutEngine
import Wire

/// A change of the collection, as a session gets it.
struct PageBatch {
  var kind: PageRequest.Kind
  var requestID: String
  /// The operations; nil if the change is a body as JSON.
  var batch: NamedBatch?
  /// The body as JSON, if there are no operations.
  var json: [UInt8] = []
}

/// Reads the record of a batch, of which no number is trusted.
struct BatchReader {
  private let record: WaistRecord
  private let names: RecordNames
  /// Where the columns are.
  private let places: [Int]

  /// Begins to read a record.
  ///
  /// - Throws: `invalidRequest` for a record whose counts do not fit its bytes.
  init(_ record: WaistRecord, in window: KeyedWindow?, of sections: SectionList) throws(Problem) {
    try record.check(digestAt: Waist.Batch.digest.rawValue, bytesAt: Waist.Batch.bytes.rawValue)
    guard record.count >= Waist.Batch.size else { throw .invalid("it is shorter than its header") }
    var places: [Int] = []
    var next = Waist.Batch.size
    var textBytes = 0
    for each in Waist.BatchColumn.allCases {
      let column = each.column
      let count = record.int(at: column.count.rawValue)
      let size = column.width * column.scalar.size
      next = (next + 7) & ~7
      // A count that fits cannot overflow.
      guard count >= 0, next <= record.count || count == 0, count <= max(0, record.count - next) / size else {
        throw .invalid("its counts are greater than its bytes")
      }
      places.append(next)
      if each == .text { textBytes = count }
      next += count * size
    }
    guard (next + 7) & ~7 == record.count else { throw .invalid("its bytes are more than its counts") }
    self.record = record
    self.places = places
    let text = places[Waist.BatchColumn.text.rawValue]
    names = RecordNames(record, text: text..<text + textBytes, window, in: sections)
  }

  private func count(_ field: Waist.Batch) -> Int { record.int(at: field.rawValue) }

  /// The offset of an entry of a column.
  private func place(_ column: Waist.BatchColumn, _ entry: Int) -> Int {
    places[column.rawValue] + entry * column.column.width * column.column.scalar.size
  }

  /// Reads the batch.
  ///
  /// - Throws: `invalidRequest` for a record that is none.
  func batch() throws(Problem) -> PageBatch {
    guard let kind = PageRequest.Kind(rawValue: count(.kind)), kind.isOfCollection else {
      throw .invalid("there is no such kind of change")
    }
    let requestID = try names.text(from: 0, to: count(.requestID))
    guard count(.jsonBytes) == 0 else {
      guard count(.operations) == 0 else { throw .invalid("it has operations, and a body as JSON") }
      let place = places[Waist.BatchColumn.json.rawValue]
      let json = record.bytes(from: place, to: place + count(.jsonBytes)) ?? []
      return PageBatch(kind: kind, requestID: requestID, json: json)
    }
    guard kind == .updates else { throw .invalid("only batches of updates have operations") }
    var updates: [NamedUpdate] = []
    for number in 0..<count(.operations) { updates += try operation(number) }
    var batch = NamedBatch(updates)
    let anchor = record.unsigned(at: Waist.Batch.anchor.rawValue)
    if let given = try names.anchor(anchor, Waist.Batch.anchorTarget.rawValue) {
      batch.anchor = given
      if case .item = given, case .id(let id) = try names.member(at: Waist.Batch.anchorTarget.rawValue) {
        batch.anchorID = id
      }
    }
    return PageBatch(kind: kind, requestID: requestID, batch: batch)
  }

  /// Reads an operation. One whose members have ids and index paths becomes one for either.
  private func operation(_ number: Int) throws(Problem) -> [NamedUpdate] {
    let start = place(.operations, number)
    func field(_ index: Int) -> Int { record.int(at: start + 4 * index) }
    let animations = BatchUpdate.Animation.allCases
    guard let operation = Waist.Operation(rawValue: Int32(truncatingIfNeeded: field(0))),
      animations.indices.contains(field(1))
    else { throw .invalid("there is no such operation or animation") }
    let members = try self.members(from: field(4), field(5))
    let items = field(6) >= 0 ? try self.items(from: field(6), field(7)) : nil
    let update = NamedUpdate(
      operation.name, members, at: try place(field(2), field(3)), items: items,
      animation: animations[field(1)])
    return try split(update)
  }

  private func members(from first: Int, _ count: Int) throws(Problem) -> [NamedUpdate.Member] {
    let all = self.count(.targets)
    guard first >= 0, count >= 0, first <= all, count <= all - first else {
      throw .invalid("an operation has targets outside of it")
    }
    var members: [NamedUpdate.Member] = []
    for entry in first..<first + count { members.append(try names.member(at: place(.targets, entry))) }
    return members
  }

  private func place(_ form: Int, _ target: Int) throws(Problem) -> NamedUpdate.Place {
    guard let form = Waist.Place(rawValue: Int32(truncatingIfNeeded: form)) else {
      throw .invalid("there is no such place")
    }
    if form == .paths { return .paths }
    var id: String?
    if target != -1 {
      switch try members(from: target, 1).first {
      case .id(let own)?, .sectionID(let own)?: id = own
      default: throw .invalid("a place beside a member, or in a section, needs its id")
      }
    }
    switch (form, id) {
    case (.before, let id?): return .before(id)
    case (.after, let id?): return .after(id)
    case (.start, let id): return .start(id)
    case (.end, let id): return .end(id)
    default: throw .invalid("a place beside a member needs the member")
    }
  }

  private func items(from first: Int, _ count: Int) throws(Problem) -> [Item] {
    let all = self.count(.items)
    guard count >= 0, first <= all, count <= all - first else {
      throw .invalid("an operation has items outside of it")
    }
    var items: [Item] = []
    for entry in first..<first + count { items.append(try item(entry)) }
    return items
  }

  private func item(_ entry: Int) throws(Problem) -> Item {
    let spans = place(.itemSpans, entry)
    func bytes(_ number: Int) throws(Problem) -> [UInt8]? {
      let (start, end) = (record.int(at: spans + 8 * number), record.int(at: spans + 8 * number + 4))
      if start == -1 { return nil }
      guard let bytes = names.bytes(from: start, to: end) else { throw .invalid("a text is outside of it") }
      return bytes
    }
    var item = Item()
    item.id = try bytes(0).map { String(decoding: $0, as: UTF8.self) }
    let template = try bytes(1).map { String(decoding: $0, as: UTF8.self) }
    let content = try bytes(2)
    if let template {
      guard !template.isEmpty else { throw .invalid("a template has a name") }
      item.content = Content(template: template, jsonText: try checked(content ?? []))
    } else if let content {
      guard content.count <= DecodingContext.pageContentLimit else {
        throw .invalid("content without a template has at most \(DecodingContext.pageContentLimit) bytes")
      }
      item.content = Content(ofPage: try checked(content))
    }
    let sizes = place(.itemSizes, entry)
    let size = Size(width: record.double(at: sizes), height: record.double(at: sizes + 8))
    if !size.width.isNaN || !size.height.isNaN { item.size = size }
    return item
  }

  /// Content is passed on as it is, so it has to be JSON.
  private func checked(_ content: [UInt8]) throws(Problem) -> [UInt8] {
    if content.isEmpty { return content }
    _ = try JSONSyntaxError.rethrown(
      as: { _ in Problem.invalid("content is JSON") }, from: JSONDocument(parsing: content))
    return content
  }

  /// Parts an operation whose members have ids and index paths: as JSON, an operation has either.
  private func split(_ update: NamedUpdate) throws(Problem) -> [NamedUpdate] {
    if update.operation == .moveItem || update.operation == .moveSection || update.operation == .insertItems {
      return [update]
    }
    if let items = update.items, items.count != update.members.count {
      throw .invalid("an operation has another number of items than of targets")
    }
    guard update.members.contains(where: { $0.isID != update.members[0].isID }) else {
      return update.members.isEmpty ? [] : [update]
    }
    let (named, placed) = (part(update) { $0 }, part(update) { !$0 })
    return [named, placed].filter { !$0.members.isEmpty }
  }

  private func part(_ update: NamedUpdate, _ isIncluded: (_ hasID: Bool) -> Bool) -> NamedUpdate {
    var part = update
    part.members = []
    if update.items != nil { part.items = [] }
    for (index, member) in update.members.enumerated() where isIncluded(member.isID) {
      part.members.append(member)
      if let items = update.items { part.items?.append(items[index]) }
    }
    return part
  }
}

extension NamedUpdate.Member {
  /// Whether the name is an id.
  fileprivate var isID: Bool {
    switch self {
    case .id, .sectionID: true
    case .path, .section: false
    }
  }
}

extension Waist.Operation {
  fileprivate var name: UpdateOperation {
    switch self {
    case .deleteItems: .deleteItems
    case .insertItems: .insertItems
    case .moveItem: .moveItem
    case .reloadItems: .reloadItems
    case .reconfigureItems: .reconfigureItems
    case .deleteSections: .deleteSections
    case .moveSection: .moveSection
    }
  }
}

extension PageRequest.Kind {
  /// Whether the request changes the collection, or drags one of its items, and not only a viewport.
  fileprivate var isOfCollection: Bool { self != .viewport && self != .viewportDeletion }
}
