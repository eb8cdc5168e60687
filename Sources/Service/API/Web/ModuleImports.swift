/// The static imports of an ECMAScript module, as the sources of web and esbuild write them.
enum ModuleImports {
  /// Returns the specifiers of the statements `import … from "…"`, `export … from "…"` and `import "…"`. A statement ends
  /// with its line or with a semicolon; of one that spans lines, the last line counts.
  ///
  /// - Complexity: O(n) in the number of bytes.
  static func specifiers(in text: [UInt8]) -> [String] {
    text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: ";") }.compactMap { bytes in
      let line = String(decoding: bytes, as: UTF8.self)
      guard line.hasSuffix("\"") else { return nil }
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      let isFrom =
        ["}from", " from ", "*from", " from"].contains { parts[0].hasSuffix($0) }
        && ["import", "export", "}"].contains { line.hasPrefix($0) }
      return isFrom || parts[0] == "import " || parts[0] == "import" ? String(parts[1]) : nil
    }
  }

  /// Returns the path that a relative specifier leads to from the module at a path.
  static func resolve(_ specifier: String, from path: String) -> String {
    var segments = path.split(separator: "/").dropLast()
    for segment in specifier.split(separator: "/") where segment != "." {
      if segment == ".." { segments = segments.dropLast() } else { segments.append(segment) }
    }
    return segments.joined(separator: "/")
  }
}
