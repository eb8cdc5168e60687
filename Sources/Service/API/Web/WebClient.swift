import Digest

/// The modules of the web client, `tessera.js`.
///
/// Where the build found a bundler, `client/bundle` has them again in few files (`tools/bundle-client`), and pages load these.
///
/// All of them together have a version, a digest of their sources. An entry such as `/client/tessera.js` leads to the
/// modules of the current version, which browsers keep for a year: `/client/{version}/tessera.js`.
enum WebClient {
  /// A digest of all modules: 16 hexadecimal digits.
  static let version: String = {
    var bytes: [UInt8] = []
    for file in modules.values.sorted(by: { $0.path < $1.path }) {
      bytes += Array("\(file.path) \(file.source.buffer.count) ".utf8) + file.source.buffer
    }
    return String(SHA256.hexadecimal(bytes).prefix(16))
  }()

  /// The modules by path.
  static let modules = WebFile.all.filter { $0.key.hasPrefix(folder) }

  /// The entries by name, such as `tessera.js`: each stands for the module of its name, or for the file of the bundle.
  ///
  /// An entry imports all modules that its module imports at once or through others, so that a browser requests them
  /// together instead of one after the other.
  static let entries: [String: PreparedDocument] = {
    let names = modules.keys.map { $0.dropFirst(folder.count) }.filter { !$0.contains("/") }
    return names.reduce(into: [:]) { $0[String($1)] = entry(String($1)) }
  }()

  private static let folder = "client/"

  /// Whether pages load the client in few files.
  static let isBundled = modules["\(folder)bundle/tessera.js"] != nil

  private static func entry(_ name: String) -> PreparedDocument {
    let target = isBundled ? "bundle/\(name)" : name
    let others = imports(of: folder + target).map { $0.dropFirst(folder.count) }
    let text =
      "export * from \"./\(version)/\(target)\"\n" + others.map { "import \"./\(version)/\($0)\"\n" }.joined()
    return PreparedDocument(
      Array(text.utf8), headers: [("Content-Type", "text/javascript; charset=utf-8")] + WebPolicy.module)
  }

  /// Returns the paths of the modules that a module imports statically, and those that they import, without itself.
  private static func imports(of path: String) -> [String] {
    var found = [path]
    var next = 0
    while next < found.count {
      defer { next += 1 }
      guard let module = modules[found[next]] else { continue }
      for specifier in ModuleImports.specifiers(in: module.text) {
        let target = ModuleImports.resolve(specifier, from: found[next])
        if modules[target] != nil, !found.contains(target) { found.append(target) }
      }
    }
    return Array(found.dropFirst())
  }
}
