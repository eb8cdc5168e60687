@testable import JSON

extension FuzzTarget {
  /// Reads bytes as JSON, and agrees with jansson about them. A document that was read is written, and read again the
  /// same.
  static let json = FuzzTarget("json", longestInput: 2048, seeds: { jsonSeeds.map([UInt8].init) }) {
    (input) throws(Violation) in
    try ReaderAgreement.check(input, limits: JSONLimits(depth: 16, stringLength: 512))
    let text: [UInt8]
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(parsing: input, limits: JSONLimits(depth: 16, stringLength: 512))
      text = document.withRoot { root in
        visit(root)
        return written(root)
      }
    } catch {
      try promise(0...input.count ~= error.offset, "the error is at byte \(error.offset)")
      try promise(error.line > 0 && error.column > 0, "the error is at \(error.line):\(error.column)")
      try promise(!error.description.isEmpty, "the error has no description")
      return
    }
    let again: [UInt8]
    do throws(JSONSyntaxError) {
      // Escapes in the input may be shorter than the characters for which they stand.
      let document = try JSONDocument(parsing: text, limits: JSONLimits(depth: 16, stringLength: 4096))
      again = document.withRoot(written)
    } catch {
      throw Violation("the written document \(text.text) cannot be read: \(error)")
    }
    try promise(again == text, "\(text.text) is read as \(again.text)")
  }

  private static let jsonSeeds = [
    #"{"container":{"width":375,"height":-6.67e2,"insets":[0,0,0,0]},"größe":"\ud83d\ude00\n\u0041"}"#,
    #"[1e-310,0.1,123456789012345678901234567890,-0,1E+22,5e-324,null,true,false,"",{}]"#,
  ]

  private static func written(_ value: JSONValue) -> [UInt8] {
    var json = JSONWriter(capacity: 256)
    json.value(value)
    return json.finish().withUnsafeBytes { Array($0) }
  }

  /// Reads a value in every way.
  private static func visit(_ value: JSONValue) {
    _ = (value.number, value.integer, value.bool, value.string, value["kind"])
    for element in value.elements { visit(element) }
    for (_, member) in value.members { visit(member) }
  }
}
