import CPostgres

/// Where a store is and how to log in: a `postgresql:` URI, or libpq's `host=… dbname=…`.
public struct ConnectionString: Hashable, Sendable {
  /// The parameters by their names.
  private(set) var parameters: [String: String]

  /// Reads the parameters of a text.
  ///
  /// - Throws: `invalid` for a text that is neither; the message repeats no part of it, which may be a secret.
  public init(_ text: String) throws(PostgresOpeningError) {
    let isURI = text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
    guard isURI || text.contains("=") else { throw .invalid }
    guard let options = PQconninfoParse(text, nil) else { throw .invalid }
    defer { PQconninfoFree(options) }
    parameters = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { parameters[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
  }

  /// The server and the database, without secrets: what messages name.
  public var description: String {
    let host = parameters["host"] ?? parameters["hostaddr"] ?? "localhost"
    let port = parameters["port"].map { ":\($0)" } ?? ""
    let database = parameters["dbname"] ?? parameters["user"] ?? ""
    return "\(host)\(port)/\(database)"
  }

  /// Returns the string with parameters for those that it does not have.
  func adding(_ defaults: [String: String]) -> ConnectionString {
    var string = self
    string.parameters.merge(defaults) { own, _ in own }
    return string
  }

  /// Returns the string with these parameters, whatever it has.
  func overriding(_ own: [String: String]) -> ConnectionString {
    var string = self
    string.parameters.merge(own) { _, own in own }
    return string
  }

  /// Returns the string with settings that the server makes for the session, after those that it has.
  func settingForSession(_ settings: [(String, String)]) -> ConnectionString {
    var string = self
    let options = settings.map { "-c \($0)=\($1)" }.joined(separator: " ")
    string.parameters["options"] = [parameters["options"], options].compactMap { $0 }.joined(separator: " ")
    return string
  }

  /// Calls `body` with the names and the values as libpq takes them.
  func withPointers<Result>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let pairs = parameters.sorted { $0.key < $1.key }
    return Self.withPointers(pairs.map(\.key)) { names in
      Self.withPointers(pairs.map(\.value)) { values in body(names, values) }
    }
  }

  private static func withPointers<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    var bytes: [CChar] = []
    var starts: [Int] = []
    for text in texts {
      starts.append(bytes.count)
      bytes.append(contentsOf: text.utf8CString)
    }
    return bytes.withUnsafeBufferPointer { buffer in
      let pointers = starts.map { start in buffer.baseAddress.map { $0 + start } } + [nil]
      return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
  }
}
