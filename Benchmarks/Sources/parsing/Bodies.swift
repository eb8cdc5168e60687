/// A body of a request for a layout, in one of the forms in which it may describe its items.
struct Body {
  var name: String
  var text: [UInt8]
}

/// A form of items: the members of a section that describe `count` of them.
struct ItemsForm: Sendable {
  var name: String
  var members: @Sendable (_ count: Int) -> String

  /// Sizes alone, as pairs.
  static let sizes = ItemsForm(name: "sizes") { count in
    "\"itemSizes\":[\(list(count) { "[\(width($0)),\(height($0))]" })]"
  }

  /// Sizes alone, as two columns.
  static let columns = ItemsForm(name: "columns") { count in
    "\"itemSizes\":{\"widths\":[\(list(count, width))],\"heights\":[\(list(count, height))]}"
  }

  /// Objects with an id and a size.
  static let objects = ItemsForm(name: "objects") { count in
    "\"items\":[\(list(count) { "{\"id\":\"item-\($0)\",\"size\":[\(width($0)),\(height($0))]}" })]"
  }

  /// Rows whose content a template shows: some 170 bytes each.
  static let rows = ItemsForm(name: "templated rows") { count in
    let items = list(count) { row in
      """
      {"id":"message-\(row)","template":"message","content":{"name":"Person \(row % 97)",\
      "text":"A message of some words, number \(row), as long as messages are","time":"12:\(10 + row % 50)",\
      "picture":{"size":[40,40]}}}
      """
    }
    return "\"items\":[\(items)]"
  }

  func body(of count: Int) -> Body {
    let text = """
      {"container":{"width":390,"height":844},"layout":{"kind":"list","rowHeight":"automatic"},\
      "visibleRect":[0,0,390,844],"templates":\(Self.templates),"sections":[{\(members(count))}]}
      """
    return Body(name: name(of: count), text: Array(text.utf8))
  }

  func name(of count: Int) -> String { "\(count) \(name)" }

  private static let templates = """
    {"message":{"views":{"name":{"type":"text"},"text":{"type":"text"},"time":{"type":"text"},\
    "picture":{"type":"image"}},"constraints":["V:|-[name]-[text]-[time]-|","H:|-[picture]-[text]-|"]}}
    """

  private static func list(_ count: Int, _ item: (Int) -> String) -> String {
    (0..<count).map(item).joined(separator: ",")
  }

  private static func width(_ item: Int) -> String { "\(40 + item % 60)" }
  private static func height(_ item: Int) -> String { "\(30 + item % 77).5" }
}
