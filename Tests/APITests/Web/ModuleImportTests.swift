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

  @Test func `the imports of a file that esbuild wrote are found`() {
    let text = """
      import{a as b,c}from"./core.js";import"./screen.js";import*as d from"./d.js";var e="from",f=()=>import("./f.js");g("x");
      export{b as h}from"./h.js";export*from"./i.js";export{e};
      """
    #expect(
      ModuleImports.specifiers(in: Array(text.utf8)) == [
        "./core.js", "./screen.js", "./d.js", "./h.js", "./i.js",
      ])
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
