import JSON
import LayoutEngine

extension NamedBatch {
  /// The body of `POST …/updates` that makes the batch. An anchor without an id is left out: the service has no name for it.
  package var body: [UInt8] {
    var json = JSONWriter(capacity: 256)
    json.beginObject()
    json.key("updates")
    json.list(updates) { $0.update($1) }
    if let anchorID {
      json.key("anchor")
      json.beginObject()
      json.key("id")
      json.string(anchorID)
      json.endObject()
    } else if let name = anchor.name {
      json.key("anchor")
      json.string(name)
    }
    json.endObject()
    return json.finish().withUnsafeBytes { Array($0) }
  }
}

extension DiffAnchor {
  fileprivate var name: String? {
    switch self {
    case .automatic, .item: nil
    case .start: "start"
    case .end: "end"
    case .none: "none"
    }
  }
}

extension JSONWriter {
  fileprivate mutating func update(_ update: NamedUpdate) {
    beginObject()
    key("op")
    string(update.operation.rawValue)
    switch update.operation {
    case .moveItem, .moveSection: moved(update)
    case .insertItems: if case .paths = update.place { members(update.members) }
    default: members(update.members)
    }
    place(update.place)
    if let items = update.items {
      key("items")
      list(items) { $0.item($1) }
    }
    if update.animation != .automatic {
      key("animation")
      string(update.animation.rawValue)
    }
    endObject()
  }

  private mutating func moved(_ update: NamedUpdate) {
    guard let member = update.members.first else { return }
    switch member {
    case .id(let id), .sectionID(let id):
      key("id")
      string(id)
    case .path, .section:
      key("from")
      name(member)
    }
    guard update.members.count > 1, let to = update.members.last else { return }
    key("to")
    name(to)
  }

  private mutating func members(_ members: [NamedUpdate.Member]) {
    switch members.first {
    case .id?, .sectionID?: key("ids")
    default: key("at")
    }
    list(members) { $0.name($1) }
  }

  private mutating func place(_ place: NamedUpdate.Place) {
    switch place {
    case .paths: break
    case .before(let id):
      key("before")
      string(id)
    case .after(let id):
      key("after")
      string(id)
    case .start(let section): edge("start", section)
    case .end(let section): edge("end", section)
    }
  }

  private mutating func edge(_ edge: StaticString, _ section: String?) {
    if let section {
      key("section")
      string(section)
    }
    key("edge")
    string("\(edge)")
  }

  private mutating func name(_ member: NamedUpdate.Member) {
    switch member {
    case .path(let path): indexPath(path)
    case .id(let id), .sectionID(let id): string(id)
    case .section(let number): self.number(number)
    }
  }

  private mutating func item(_ item: Item) {
    beginObject()
    if let id = item.id {
      key("id")
      string(id)
    }
    if let size = item.size {
      key("size")
      self.size(size)
    }
    if let content = item.content { self.content(content) }
    endObject()
  }
}
