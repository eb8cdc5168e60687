import Testing

@testable import API

struct ModuleImportTests {
  @Test func `imports and exports from other modules are found, and those at need are not`() {
    let text = """
      import { a } from "./a.js"
      import {
      b,
      } from "../b.js"
      export * from "./c.js"
      import "./d.js"
      const e = await import("./e.js")
      const text = "import { f } from "
      export const from = "g"
      """
    #expect(ModuleImports.specifiers(in: Array(text.utf8)) == ["./a.js", "../b.js", "./c.js", "./d.js"])
  }

  @Test(arguments: [
    ("./a.js", "client/tessera.js", "client/a.js"), ("../b.js", "client/view/Cell.js", "client/b.js"),
    ("../mirror/Mirror.js", "client/view/Cell.js", "client/mirror/Mirror.js"),
    ("../../c.js", "a/b.js", "c.js"),
  ])
  func `a specifier leads from the folder of its module`(specifier: String, path: String, target: String) {
    #expect(ModuleImports.resolve(specifier, from: path) == target)
  }

  @Test func `the binary carries the client, and every static import of it leads to a module`() {
    #expect(WebClient.modules.count > 20)
    #expect(WebClient.version.count == 16)
    for (path, module) in WebClient.modules {
      for specifier in ModuleImports.specifiers(in: module.text) {
        let target = ModuleImports.resolve(specifier, from: path)
        #expect(WebClient.modules[target] != nil, "\(path) imports \(specifier)")
      }
    }
  }
}
