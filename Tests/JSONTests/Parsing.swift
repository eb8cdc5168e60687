import JSON

/// The fault that parsing finds in a text, or nil if it parses.
func fault(in text: [UInt8], limits: JSONLimits = .default) -> JSONSyntaxError? {
  do throws(JSONSyntaxError) {
    _ = try JSONDocument(parsing: text, limits: limits)
    return nil
  } catch {
    return error
  }
}

/// The fault that parsing finds in a text, or nil if it parses.
func fault(in text: String, limits: JSONLimits = .default) -> JSONSyntaxError? {
  fault(in: Array(text.utf8), limits: limits)
}

/// What `read` makes of the root of a text.
func reading<R>(_ text: String, _ read: (JSONValue) throws -> R) throws -> R {
  let document = try JSONDocument(parsing: Array(text.utf8))
  return try document.withRoot { root in try read(root) }
}
