import JSON
import LayoutEngine

extension LayoutResponse {
  /// The most warnings that a response lists; a last one counts the rest.
  static let warningLimit = 100

  /// Writes the member `warnings`, if there are any.
  func writeWarnings(to writer: inout some ResponseWriter & ~Copyable) {
    guard !warnings.isEmpty || !contentWarnings.isEmpty else { return }
    writer.key("warnings")
    writer.beginArray()
    for warning in warnings.prefix(Self.warningLimit) {
      writer.warning(
        warning.code.rawValue, pointer(of: warning), warning.detail(for: kind), count: warning.count)
    }
    for warning in contentWarnings.prefix(max(0, Self.warningLimit - warnings.count)) {
      writer.warning(warning)
    }
    writer.moreWarnings(warnings.count + contentWarnings.count - Self.warningLimit, at: "/sections")
    writer.endArray()
  }
}

extension ResponseWriter where Self: ~Copyable {
  /// Writes the member `warnings`, if there are any from measuring content.
  package mutating func warnings(_ warnings: [ContentWarning]) {
    guard !warnings.isEmpty else { return }
    key("warnings")
    beginArray()
    for warning in warnings.prefix(LayoutResponse.warningLimit) { self.warning(warning) }
    moreWarnings(warnings.count - LayoutResponse.warningLimit, at: "")
    endArray()
  }

  fileprivate mutating func moreWarnings(_ count: Int, at pointer: String) {
    guard count > 0 else { return }
    warning("more_warnings", pointer, "\(count) more warnings are not listed.", count: count)
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
  /// The JSON pointer to the first element with the warning.
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
  /// Returns the text of the warning for the client.
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
    case .visibleItemWithoutResult:
      return "The expression has no result for the first item of section \(section) in the middle of the "
        + "viewport; items for which it has none are drawn without \"visibleItems\"."
    case .supplementaryNotPlaced:
      return "A \(layout) layout places no supplementary views of kind \"\(kind ?? "")\"."
    }
  }
}
