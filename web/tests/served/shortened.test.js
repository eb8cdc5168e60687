import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { test } from "node:test"
import { root } from "../support/repository.js"
import { shortened } from "../support/sent.js"

const require = createRequire(import.meta.url)
const typescript = (() => {
  try { return require("typescript") } catch { return require("/usr/share/nodejs/typescript") }
})()

const web = join(root, "web")
const filesIn = folder => readdirSync(join(web, folder), {withFileTypes: true}).flatMap(entry =>
  entry.isDirectory() ? filesIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`])

/** A module as TypeScript understands it, without comments. */
function printed(text) {
  const file = typescript.createSourceFile("module.js", text, typescript.ScriptTarget.Latest, false, typescript.ScriptKind.JS)
  assert.deepEqual(file.parseDiagnostics.map(({messageText}) => messageText), [])
  return typescript.createPrinter({removeComments: true}).printFile(file)
}

test("a module without comments and indentation is the same program", () => {
  const modules = ["client", "playground"].flatMap(filesIn).filter(file => file.endsWith(".js"))
  assert.ok(modules.length > 20)
  for (const file of modules) {
    const text = readFileSync(join(web, file), "utf8")
    assert.equal(printed(shortened(text)), printed(text), file)
  }
})
