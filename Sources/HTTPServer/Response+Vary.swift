extension Response {
  /// Names one more request field that the answer depends on, unless it is named already.
  public mutating func addVary(_ name: String) {
    guard let index = headers.firstIndex(where: { equalIgnoringCase($0.name, "Vary") }) else {
      headers.append(("Vary", name))
      return
    }
    let value = headers[index].value
    guard value != "*", !Self.lists(value, name) else { return }
    headers[index].value = value + ", " + name
  }

  /// Whether a list of names has this one; asked for every answer, so by bytes.
  private static func lists(_ value: String, _ name: String) -> Bool {
    guard value.utf8.count >= name.utf8.count else { return false }
    return value.utf8.split(separator: UInt8(ascii: ",")).contains { element in
      let bare = element.drop { $0 == UInt8(ascii: " ") }
      return equalIgnoringCase(String(Substring(bare)), name)
    }
  }
}
