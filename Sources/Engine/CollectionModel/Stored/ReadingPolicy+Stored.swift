import LayoutEngine

extension ReadingPolicy.Follow: StoredName {}
extension ReadingPolicy.Alignment: StoredName {}

/// Only members that differ from the default are stored.
extension ReadingPolicy: StoredValue {
  func write(to writer: inout StoredWriter) {
    let plain = ReadingPolicy()
    writer.write(
      flags: StoredFlags(
        follow != nil, followDistance != plain.followDistance, contentAlignment != plain.contentAlignment,
        roomBelow != nil))
    writer.write(present: follow)
    if followDistance != plain.followDistance { writer.write(followDistance) }
    if contentAlignment != plain.contentAlignment { writer.write(contentAlignment) }
    writer.write(present: roomBelow)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init()
    let flags = try reader.flags(4)
    follow = try reader.value(if: flags[0])
    if flags[1] { followDistance = try reader.value() }
    if flags[2] { contentAlignment = try reader.value() }
    roomBelow = try reader.value(if: flags[3])
    guard followDistance >= 0 else { throw .damaged("a follow distance is below 0") }
  }
}

extension ItemName: StoredValue {
  func write(to writer: inout StoredWriter) {
    switch self {
    case .id(let id):
      writer.write(byte: 0)
      writer.write(id)
    case .indexPath(let path):
      writer.write(byte: 1)
      writer.write(path)
    }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    switch try reader.byte() {
    case 0: self = .id(try reader.value())
    case 1: self = .indexPath(try reader.value())
    default: throw .damaged("a name of an item is not known")
    }
  }
}
