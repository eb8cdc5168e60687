// Writes the list of the functions that pages seldom call: node markParts.js MARKED LIST, as tools/task page-parts does. MARKED is a
// module that marks the functions that are called; the list has the digests of all others.

import assert from "node:assert/strict"
import { readFileSync, writeFileSync } from "node:fs"
import { Engine } from "../../client/engine/Engine.js"
import { Tessera } from "../../client/tessera.js"
import "../support/browser.js"
import { startService } from "../support/service.js"
import { viewScript } from "../view/page.js"
import { openStage } from "../view/stage.js"
import { commonKinds, useAsUsual, viewAsUsual, viewNames } from "./usual.js"

const [marked, list] = process.argv.slice(2), seeds = 8, perLine = 16
/** A module without anything, because the marked one has all functions. */
const nothing = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)

/** Keeps the instances of modules, also in a page. */
function keepInstances() {
  const {instantiate} = WebAssembly
  globalThis.instances = []
  WebAssembly.instantiate = async (module, imports) => {
    const instance = await instantiate(module, imports)
    instances.push(instance)
    return instance
  }
}

/** The names of the marks, and whether they are set. */
const readMarks = () => instances.flatMap(({exports}) => Object.entries(exports))
  .filter(([name]) => /^[0-9a-f]{6}$/.test(name)).map(([name, mark]) => [name, mark.value])

keepInstances()
const bytes = readFileSync(marked), service = await startService()
try {
  const engine = await Engine.load({first: bytes, rest: nothing}), tessera = new Tessera(service.url)
  // They wait for answers most of their time.
  const uses = commonKinds.flatMap(kind => Array.from({length: seeds}, (_, seed) => ({tessera, engine, kind, seed})))
  for (const replica of await Promise.all(uses.map(useAsUsual))) replica.close()
  assert.ok(!engine.isBroken)
} finally {
  await service.stop()
}

const marks = readMarks(), stage = await openStage({pages: {"/view.js": `(${keepInstances})()\n${viewScript}`}})
try {
  stage.gateway.interceptFile = path =>
    path.endsWith(".wasm") ? {status: 200, body: path.endsWith("/first.wasm") ? bytes : nothing} : undefined
  const viewed = await Promise.all(viewNames.map(async name => (await viewAsUsual(stage, name)).evaluate(readMarks)))
  for (const found of viewed) {
    assert.ok(found.length)
    marks.push(...found)
  }
} finally {
  await stage.close()
}

const called = new Set(marks.filter(([, isSet]) => isSet).map(([name]) => name))
const seldom = [...new Set(marks.map(([name]) => name))].filter(name => !called.has(name)).sort()
const lines = ["# Digests of the names of functions that pages of the common kinds seldom call. Written by tools/task page-parts."]
for (let at = 0; at < seldom.length; at += perLine) lines.push(seldom.slice(at, at + perLine).join(" "))
writeFileSync(list, lines.join("\n") + "\n")
console.log(`${called.size} functions were called, and ${seldom.length} were not`)
