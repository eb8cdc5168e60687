// Runs in Firefox too.

import assert from "node:assert/strict"
import { test } from "node:test"
import { startGateway } from "../support/gateway.js"
import { startService } from "../support/service.js"
import { setUp } from "../support/setup.js"

const html = `<!doctype html><title>Service</title>
<script type="module">
  import * as client from "/client/tessera.js"
  window.client = client
</script>`

let service, gateway, browser
setUp({"/test": html}, parts => ({service, gateway, browser} = parts))

test("a page loads what the client exports, and nothing that its first screen does not need", async () => {
  const page = await browser.newPage(`${gateway.url}/test`)
  const names = await page.waitFor(() => window.client && Object.keys(window.client))
  assert.deepEqual(names.sort(), ["Collection", "CollectionView", "Mirror", "Tessera", "TesseraProblem", "Viewport"])
  const files = await page.evaluate(() => performance.getEntriesByType("resource").map(each => each.name))
  assert.ok(files.length > 5)
  for (const late of ["changes/", "later.js", "watch.js", "SharedEventStream.js"]) {
    assert.ok(!files.some(file => file.includes(late)), late)
  }
  await page.close()
})

test("a page sends a large body compressed, hears of its change, and learns of problems", async () => {
  const page = await browser.newPage(`${gateway.url}/test`)
  await page.waitFor(() => window.client)
  const outcome = await page.evaluate(async () => {
    const {Tessera, TesseraProblem} = window.client
    const tessera = new Tessera()
    const items = Array.from({length: 5000}, (_, i) => ({id: `item ${i}`}))
    const body = {container: {width: 300, height: 400}, layout: {kind: "list"}, sections: [{id: "s", items}]}
    const collection = tessera.collection((await tessera.create(body)).id)
    const heard = new Promise(resolve => collection.on("change", resolve))
    await new Promise(resolve => collection.on("online", resolve))
    await collection.update(batch => batch.delete(["item 1", "item 2"]), {ifMatch: 1})
    const {version, updates} = await heard
    const problem = await collection.update(batch => batch.delete("item 1")).catch(problem => problem)
    const {itemCount} = await collection.describe()
    return {version, ids: updates[0].ids, isProblem: problem instanceof TesseraProblem, errors: problem.errors, itemCount}
  })
  assert.deepEqual(outcome.ids, ["item 1", "item 2"])
  assert.equal(outcome.version, 2)
  assert.equal(outcome.itemCount, 4998)
  assert.equal(outcome.isProblem, true)
  assert.deepEqual(outcome.errors.map(each => each.pointer), ["/updates/0/ids/0"])
  const create = gateway.log.find(each => each.method == "POST" && each.path == "/v1/collections")
  assert.equal(create.headers["content-encoding"], "gzip")
  await page.close()
})

test("a change whose response is lost on the way to a page is made once", async () => {
  const page = await browser.newPage(`${gateway.url}/test`)
  await page.waitFor(() => window.client)
  gateway.dropResponses(2)
  const created = await page.evaluate(async () => {
    const tessera = new window.client.Tessera("", {retry: {delay: 5}})
    const body = {id: "once", container: {width: 9, height: 9}, layout: {kind: "list"}, sections: []}
    return (await tessera.create(body)).version
  })
  assert.equal(created, 1)
  await page.close()
})

test("a page of another origin can make changes, and reads versions and problems", async () => {
  const other = await startService({flags: ["--cors-origins", "*", "--keys", "a-key"]})
  const open = await startGateway(undefined, {pages: {"/test": html}, policy: false})
  const page = await browser.newPage(`${open.url}/test`)
  try {
    await page.waitFor(() => window.client)
    const outcome = await page.evaluate(async url => {
      const tessera = new window.client.Tessera(`${url}/`, {token: "a-key"})
      const items = Array.from({length: 5000}, (_, i) => ({id: `item ${i}`}))
      const body = {container: {width: 9, height: 9}, layout: {kind: "list"}, sections: [{id: "s", items}]}
      const {version} = await tessera.send("POST", "/v1/collections", {body: {...body, id: "far"}})
      const far = tessera.collection("far")
      const problem = await far.update(batch => batch.delete("item 1"), {ifMatch: 7}).catch(problem => problem)
      return {version, code: problem.code, current: problem.version, requestID: problem.requestId}
    }, other.url)
    assert.equal(outcome.version, 1)
    assert.equal(outcome.code, "version_mismatch")
    assert.equal(outcome.current, 1)
    assert.match(outcome.requestID, /\w+/)
  } finally {
    await page.close()
    await open.stop()
    await other.stop()
  }
})

test("a page of another origin scrolls and changes a collection with a handful of preflights", async () => {
  const other = await startService({flags: ["--cors-origins", "*"]})
  const far = await startGateway(other), open = await startGateway(undefined, {pages: {"/test": html}, policy: false})
  const page = await browser.newPage(`${open.url}/test`)
  try {
    await page.waitFor(() => window.client)
    const outcome = await page.evaluate(async url => {
      const {Tessera, Viewport} = window.client, tessera = new Tessera(url)
      const items = Array.from({length: 1000}, (_, i) => ({id: `item ${i}`})), container = {width: 300, height: 400}
      await tessera.create({id: "far", container, layout: {kind: "list", rowHeight: 50}, sections: [{id: "s", items}]})
      const collection = tessera.collection("far")
      let y = 0, isNeeded = true, done = () => {}
      const accepted = (_, sent) => sent.bounds[1] == y && (isNeeded = false, done())
      const state = () => ({isNeeded, container, bounds: [0, y, 300, 400], accepted})
      const viewport = new Viewport(collection, {state, onChange() {}})
      for (; y < 10_000; y += 100) {
        isNeeded = true
        const shown = new Promise(resolve => done = resolve)
        viewport.request()
        await shown
      }
      for (let item = 0; item < 10; item++) {
        await viewport.perform(options => collection.update([{op: "deleteItems", ids: [`item ${item}`]}], options))
      }
      return {version: viewport.mirror.version, first: viewport.mirror.ordered()[0].id}
    }, far.url)
    assert.deepEqual(outcome, {version: 11, first: "item 198"})
    const count = method => far.log.filter(each => each.method == method).length
    assert.ok(count("PUT") >= 100, `${count("PUT")} PUT`)
    assert.ok(count("OPTIONS") <= 5, far.log.filter(each => each.method == "OPTIONS").map(each => each.path).join(" "))
  } finally {
    await page.close()
    for (const each of [open, far, other]) await each.stop()
  }
})
