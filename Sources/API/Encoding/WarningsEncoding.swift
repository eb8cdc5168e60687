import JSON
import LayoutEngine

extension LayoutAnswer {
  /// An answer lists this many warnings, and says how many more there are.
  static let warningLimit = 100

  /// Writes the member `warnings`, with a comma before it, where there are any.
  func writeWarnings(to json: inout JSONWriter) {
    guard !warnings.isEmpty else { return }
    json.raw(",\"warnings\":[")
    for warning in warnings.prefix(Self.warningLimit) {
      json.raw("{\"code\":")
      json.string(warning.code.rawValue)
      json.raw(",\"pointer\":")
      json.string(pointer(of: warning))
      json.raw(",\"detail\":")
      json.string(warning.detail(for: kind))
      json.raw(",\"count\":")
      json.number(warning.count)
      json.raw("}")
    }
    let left = warnings.count - Self.warningLimit
    if left > 0 {
      json.raw("{\"code\":\"more_warnings\",\"pointer\":\"/sections\",\"detail\":")
      json.string("\(left) more warnings are not listed.")
      json.raw(",\"count\":")
      json.number(left)
      json.raw("}")
    }
    json.raw("]")
  }
}

extension LayoutAnswer {
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
  func detail(for layout: LayoutKindName) -> String {
    switch code {
    case .itemWiderThanLine:
      let others = count > 1 ? " and \(count - 1) more" : ""
      return "Item \(item ?? 0)\(others): the item's extent across the scroll direction must be less than "
        + "the collection view's, minus the section insets and the content insets on both sides."
    case .memberLargerThanGroup:
      return "An item or a group is larger than what it stands in has room for; it keeps its size."
    case .fractionOfEstimate:
      return
        "A fraction of an extent that nothing but its fractions decides: it is a fraction of the estimate."
    case .insetsOfEstimate:
      return "An item's content insets are ignored where its extent is estimated; use spacing instead."
    case .supplementaryNotPlaced:
      return "A \(layout.rawValue) layout places no supplementary views of kind \"\(kind ?? "")\"."
    }
  }
}
