import JSON
import LayoutEngine

extension LayoutResponse {
  /// An answer lists this many warnings, and says how many more there are.
  static let warningLimit = 100

  /// Writes the member `warnings` where there are any.
  func writeWarnings(to json: inout JSONWriter) {
    guard !warnings.isEmpty || !contentWarnings.isEmpty else { return }
    json.key("warnings")
    json.beginArray()
    for warning in warnings.prefix(Self.warningLimit) {
      json.warning(
        warning.code.rawValue, pointer(of: warning), warning.detail(for: kind), count: warning.count)
    }
    for warning in contentWarnings.prefix(max(0, Self.warningLimit - warnings.count)) {
      json.warning(warning)
    }
    let left = warnings.count + contentWarnings.count - Self.warningLimit
    if left > 0 {
      json.warning("more_warnings", "/sections", "\(left) more warnings are not listed.", count: left)
    }
    json.endArray()
  }
}

extension JSONWriter {
  /// Writes the member `warnings` where content was measured in spite of something.
  mutating func warnings(_ warnings: [ContentWarning]) {
    guard !warnings.isEmpty else { return }
    key("warnings")
    beginArray()
    for warning in warnings.prefix(LayoutResponse.warningLimit) { self.warning(warning) }
    let left = warnings.count - LayoutResponse.warningLimit
    if left > 0 { warning("more_warnings", "", "\(left) more warnings are not listed.", count: left) }
    endArray()
  }

  fileprivate mutating func warning(_ content: ContentWarning) {
    warning(content.code.rawValue, content.pointer, content.detail, count: content.count)
  }

  fileprivate mutating func warning(_ code: String, _ pointer: String, _ detail: String, count: Int) {
    beginObject()
    key("code")
    string(code)
    key("pointer")
    string(pointer)
    key("detail")
    string(detail)
    key("count")
    number(count)
    endObject()
  }
}

extension LayoutResponse {
  /// The JSON pointer to the first place in the section that a warning is about.
  private func pointer(of warning: LayoutWarning) -> String {
    var pointer = JSONPointer()
    if !warning.parameter.isEmpty {
      pointer.push("layout")
      for step in warning.parameter { pointer.push(step) }
      return pointer.description
    }
    pointer.push("sections")
    pointer.push(warning.section)
    if let kind = warning.kind {
      let owner = warning.isStrip ? pointer : pointer.appending("supplementaries")
      return owner.appending(kind).description
    }
    let form = itemsForms.isEmpty ? .items : itemsForms[warning.section]
    return pointer.description + (warning.item.map(form.pointer) ?? "")
  }
}

extension LayoutWarning {
  /// The warning in words for the client.
  func detail(for layout: String) -> String {
    switch code {
    case .itemWiderThanLine:
      let others = count > 1 ? " and \(count - 1) more" : ""
      return "Item \(item ?? 0)\(others): the item's extent across the scroll direction must be less than "
        + "the collection view's, minus the section insets and the content insets on both sides."
    case .memberLargerThanGroup:
      return "An item or a group is larger than its container; it keeps its size."
    case .fractionOfEstimate:
      return
        "A fraction of an extent that only fractions determine: it is a fraction of the estimate."
    case .insetsOfEstimate:
      return "An item's content insets are ignored where its extent is estimated; use spacing instead."
    case .supplementaryNotPlaced:
      return "A \(layout) layout places no supplementary views of kind \"\(kind ?? "")\"."
    }
  }
}
