import Diagnostics
import LayoutEngine

/// Stored as the name of the layout kind, and each given parameter with its name: bytes stay readable when a kind gains
/// a parameter. A parameter that a kind no longer has makes them unreadable, since the section would be laid out
/// otherwise without it.
extension SectionMetrics: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(text: kind ?? "")
    writer.write(list: given)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let kind = try reader.text()
    let given = try reader.list(of: GivenParameter.self)
    if kind.isEmpty, given.isEmpty {
      self = .none
      return
    }
    let metrics = try ParameterError.rethrown(
      as: { StoredFormError.damaged($0.detail) }, from: SectionMetrics.of(kind: kind, given: given))
    guard let metrics else { throw .damaged("there is no layout kind \(kind)") }
    self = metrics
  }
}

extension GivenParameter: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(text: name)
    writer.write(value)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(try reader.text(), try reader.value())
  }
}

/// A byte for the type, and the value.
extension ParameterValue: StoredValue {
  func write(to writer: inout StoredWriter) {
    switch self {
    case .number(let number): write(0, number, to: &writer)
    case .whole(let number): write(1, StoredWhole(number), to: &writer)
    case .flag(let flag): write(2, flag, to: &writer)
    case .text(let text): write(3, text, to: &writer)
    case .size(let size): write(4, size, to: &writer)
    case .point(let point): write(5, point, to: &writer)
    case .insets(let insets): write(6, insets, to: &writer)
    case .members(let members):
      writer.write(byte: 7)
      writer.write(list: members)
    }
  }

  private func write(_ type: UInt8, _ value: some StoredValue, to writer: inout StoredWriter) {
    writer.write(byte: type)
    writer.write(value)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let type = try reader.byte()
    guard type == 7 else {
      self = try Self.plain(type, from: &reader)
      return
    }
    // Members have no members of their own: bytes cannot make the reader go deeper.
    var members: [GivenParameter] = []
    try reader.forEach { (reader) throws(StoredFormError) in
      let name = try reader.text()
      let type = try reader.byte()
      members.append(GivenParameter(name, try Self.plain(type, from: &reader)))
    }
    self = .members(members)
  }

  /// A value without members.
  private static func plain(
    _ type: UInt8, from reader: inout StoredReader
  ) throws(StoredFormError) -> ParameterValue {
    switch type {
    case 0: .number(try reader.value())
    case 1: .whole(try reader.value(StoredWhole.self).number)
    case 2: .flag(try reader.value())
    case 3: .text(try reader.value())
    case 4: .size(try reader.value())
    case 5: .point(try reader.value())
    case 6: .insets(try reader.value())
    default: throw .damaged("a parameter is of no known type")
    }
  }
}
