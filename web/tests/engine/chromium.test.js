// The module in a page: the outcomes that the native engine is held against, and the bytes of layouts of every kind. All
// cases of a test run in the page, which returns the differences.

import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { openBrowser } from "../support/browser.js"
import { startGateway } from "../support/gateway.js"
import { seed } from "../support/random.js"
import { root } from "../support/repository.js"
import { startService } from "../support/service.js"
import { kindNames } from "./layouts.js"
import { skip } from "./module.js"
import { oracles } from "./oracles/files.js"

const count = process.env.TESSERA_WEB == "short" ? 25 : 200
const names = ["animationFaults", "batchFaults", "files", "layoutFaults", "replicas", "snapshotFaults"]
const files = [
  ...["support/random", "engine/comparison", "engine/layouts", ...names.map(name => `engine/oracles/${name}`)]
    .map(name => `web/tests/${name}.js`),
  ...oracles.map(({path}) => `Tests/${path}`),
]
const pages = Object.fromEntries(files.map(file => [`/${file}`, readFileSync(join(root, file), "utf8")]))

let service, gateway, browser, page
before(async () => {
  if (skip) return
  service = await startService()
  gateway = await startGateway(service, {pages: {...pages, "/module": "<!doctype html><title>Module</title>"}})
  browser = await openBrowser({name: "chromium"})
  page = await browser.newPage(`${gateway.url}/module`)
  await page.evaluate(async () => {
    const {Engine, Layout, PageReplica} = await import("/client/engine.js")
    const {Tessera} = await import("/client/tessera.js")
    window.client = {Layout, PageReplica, engine: await Engine.load(), tessera: new Tessera()}
  })
})
after(async () => {
  await browser?.close()
  await gateway?.stop()
  await service?.stop()
})

for (const {title, path, count} of oracles) {
  test(`in Chromium ${title}`, {skip}, async () => {
    const result = await page.evaluate(async path => {
      const {oracles} = await import("/web/tests/engine/oracles/files.js")
      const file = await (await fetch(`/Tests/${path}`)).json()
      return {count: file.cases.length, faults: await oracles.find(oracle => oracle.path == path).faults(client, file)}
    }, path)
    assert.deepEqual(result, {count, faults: []})
  })
}

/** Calls a function of comparison.js in the page. */
const compare = (name, ...values) => page.evaluate(async (name, values) => {
  const functions = await import("/web/tests/engine/comparison.js")
  return functions[name](client, ...values)
}, name, values)

for (const kind of kindNames) {
  test(`in Chromium a ${kind} layout has the bits of the service`, {skip}, async () => {
    const {accepted, faults} = await compare("compareKind", kind, count, seed)
    assert.deepEqual(faults, [])
    assert.ok(accepted > count * 0.6, `${accepted} of ${count} were accepted`)
  })
}

test("in Chromium requests with mistakes are refused with the faults and pointers of the service", {skip}, async () => {
  const {pointers, faults} = await compare("compareMistakes", count / 5, seed)
  assert.deepEqual(faults, [])
  assert.ok(pointers.length > 30, `${pointers.length} pointers were refused`)
})

test("in Chromium numbers of every magnitude have the bits and the refusals of the service", {skip}, async () => {
  const {accepted, refused, faults} = await compare("compareMagnitudes", count, seed)
  assert.deepEqual(faults, [])
  assert.ok(accepted > 50 && refused > 10, `${accepted} were accepted, ${refused} refused`)
})
