import Foundation
import Testing

/// The modules as the documents show them, against the folders of `Sources`, `Package.swift` and the imports. The module
/// `WebAssets` stands in `web`, with its files.
struct ModuleTreeTests {
  /// Each module with its group: the folder that has its folder.
  private let folders: [String: String]
  /// The modules that each module imports.
  private let imports: [String: Set<String>]
  private let package: ModuleList

  init() throws {
    let folders = try Self.folders()
    self.folders = folders
    imports = try Self.imports().mapValues { $0.filter { folders[$0] != nil } }
    package = try ModuleList(ofPackage: Repository.text("Package.swift"))
  }

  private static func folders() throws -> [String: String] {
    let sources = Repository.root.appending(path: "Sources")
    var groups = ["WebAssets": "web"]
    for group in try FileManager.default.contentsOfDirectory(atPath: sources.path) {
      for module in try FileManager.default.contentsOfDirectory(atPath: sources.appending(path: group).path) {
        groups[module] = group
      }
    }
    return groups
  }

  private static func imports() throws -> [String: Set<String>] {
    let process = try ChildProcess(
      "/usr/bin/env",
      ["grep", "-roE", "--include=*.swift", "^ *([@a-z_A-Z]+ )*import [A-Za-z0-9]+", "Sources"],
      workingDirectory: Repository.root.path)
    process.waitForExit()
    var imports: [String: Set<String>] = [:]
    for line in process.outputText.split(separator: "\n") {
      let module = String(line.split(separator: "/")[2])
      imports[module, default: []].insert(String(line.split(separator: " ").last!))
    }
    return imports
  }

  /// The modules of the diagram in docs/architecture.md.
  private func diagram() throws -> ModuleList {
    try ModuleList(ofDiagram: ModuleList.block(below: "## Modules", of: "docs/architecture.md"))
  }

  @Test func `the diagram of the architecture has every module in its group`() throws {
    let diagram = try diagram()
    #expect(diagram.groups == folders)
  }

  @Test func `the tree in CONTRIBUTING has every module in its group`() throws {
    let tree = try ModuleList(ofTree: ModuleList.block(below: "## The tree", of: "CONTRIBUTING.md"))
    #expect(tree.groups == folders.filter { $0.value != "web" })
  }

  @Test func `the arrows of the diagram are the imports`() throws {
    let diagram = try diagram()
    #expect(imports.count > 15)
    for module in folders.keys.sorted() {
      #expect(diagram.imports[module, default: []] == imports[module, default: []], "\(module)")
    }
  }

  @Test func `Package.swift has every module in its group`() {
    #expect(package.groups == folders.filter { $0.value != "web" })
  }

  @Test func `tools/page-engine compiles what a page calls and all that it depends on, lowest first`() throws
  {
    let compiled = try Self.modulesOfPages()
    for (index, module) in compiled.enumerated() {
      let below = dependenciesInPages(of: module.name)
      #expect(below.isSubset(of: compiled[..<index].map(\.name)), "\(module.name)")
      let folder = "Sources/\(folders[module.name] ?? "")/\(module.name)"
      #expect(module.folders.allSatisfy { $0 == folder || $0.hasPrefix(folder + "/") }, "\(module.name)")
    }
    var needed: Set = ["PageEngine", "PageCells", "Text"]
    for module in compiled.reversed() where needed.contains(module.name) {
      needed.formUnion(dependenciesInPages(of: module.name))
    }
    #expect(Set(compiled.map(\.name)) == needed)
  }

  /// The modules of Swift below a module in a page. The sizes of cells are shared among threads only on a server.
  private func dependenciesInPages(of module: String) -> Set<String> {
    package.imports[module, default: []].filter {
      folders[$0] != "System" && $0 != "CPageRuntime" && !(module == "SelfSizing" && $0 == "Support")
    }
  }

  /// The modules that tools/page-engine compiles, with the folders of their sources.
  private static func modulesOfPages() throws -> [(name: String, folders: [String])] {
    let script = try Repository.text("tools/page-engine")
    let lists = script.matches(of: /\n(?:modules|texts|cells)='\n([^']*)'/)
    try #require(lists.count == 3)
    return lists.flatMap { $0.1.split(separator: "\n") }.map { line in
      let words = line.split(separator: " ").map(String.init)
      return (words[0], Array(words.dropFirst()))
    }
  }

  @Test func `a target depends on the modules that it imports`() {
    for (module, dependencies) in package.imports {
      // Where JSON compiles for pages, it has the heap of pages.
      let elsewhere: Set = module == "JSON" ? ["CPageRuntime"] : []
      #expect(dependencies == imports[module, default: []].subtracting(elsewhere), "\(module)")
    }
  }

  @Test func `a C library has one importer, which Package.swift names`() {
    for library in folders.keys.filter({ folders[$0] == "System" }).sorted() {
      let importers = imports.filter { $0.value.contains(library) }.map(\.key)
      #expect(importers == [package.notes[library] ?? ""], "\(library)")
    }
  }

  @Test func `three modules import what pages have in place of a C library`() {
    #expect(
      Set(imports.filter { $0.value.contains("CPageRuntime") }.keys) == ["JSON", "PageCells", "PageEngine"])
  }

  @Test func `no module imports libdispatch, which ends the process when it cannot open a file`() throws {
    let importers = try Self.imports().filter { $0.value.contains("Dispatch") }
    #expect(importers.keys.sorted() == [])
  }

  @Test func `pure modules import only pure modules`() {
    let pure = Set(folders.filter { $0.value == "Engine" }.keys).union(["Constraints", "Flexbox"])
    for module in pure { #expect(imports[module, default: []].isSubset(of: pure), "\(module)") }
  }
}
