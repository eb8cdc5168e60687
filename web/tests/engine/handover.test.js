// Views in Chromium whose session moves: from the service to the engine, and back.

import assert from "node:assert/strict"
import { after, afterEach, before, test } from "node:test"
import "../support/browser.js"
import { eventually } from "../support/wait.js"
import { faults, isQuiet, openStage, rows } from "../view/stage.js"
import { skip } from "./module.js"

let stage
before(async () => { stage = skip ? undefined : await openStage() })
after(() => stage?.close())
afterEach(() => {
  if (stage) stage.gateway.intercept = stage.gateway.interceptFile = undefined
})

const list = {kind: "list", rowHeight: 50}

/** Keeps requests or files that match until the returned function is called. */
function hold(way, matches) {
  let release
  const released = new Promise(done => { release = done })
  const before = stage.gateway[way]
  stage.gateway[way] = async request => {
    if (matches(request)) await released
    return before?.(request)
  }
  return release
}
const holdFeed = () => hold("intercept", ({path}) => /\/replica/.test(path))
const holdChanges = () => hold("intercept", ({method, path}) => method == "POST" && /\/updates/.test(path))

/** The name of the class of the view's session. */
const sessionOf = page => page.evaluate(() => view.session.constructor.name)
const hasEngine = page => page.waitFor(() => view.session.constructor.name == "EngineSession" && view.mirror.version > 0)

async function settle(page) {
  await page.evaluate(() => { probe.still = 0 })
  await page.waitFor(isQuiet)
  assert.deepEqual(await page.evaluate(faults), [])
}

test("a view goes on with the engine once it is here, with the same cells", {skip}, async () => {
  await stage.create("auto", list, [{items: rows(5000)}])
  const release = holdFeed(), page = await stage.show("auto", {engine: "auto"})
  assert.equal(await sessionOf(page), "HTTPSession")
  await page.evaluate(() => { view.element.scrollTop = 30_000 })
  await settle(page)
  await page.evaluate(() => {
    window.known = [...view.cells.values()].map(({key, node}) => ({key, node}))
    rendered.length = events.length = 0
  })
  release()
  await hasEngine(page)
  await page.waitFor(() => events.some(({name, detail}) => name == "change" && detail.type == "reset"))
  await settle(page)
  assert.ok(await page.evaluate(() => known.length > 20 && known.every(({key, node}) => view.cells.get(key)?.node == node)))
  assert.deepEqual(await page.evaluate(() => rendered), [])
  const releaseChanges = holdChanges()
  await page.evaluate(() => view.update([{op: "insertItems", at: [[0, 0]], items: [{id: "at once"}]}]))
  assert.equal((await stage.service.ask("GET", "/v1/collections/auto")).body.version, 1)
  releaseChanges()
  await eventually(async () => (await stage.service.ask("GET", "/v1/collections/auto")).body.version == 2)
  await settle(page)
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("a change that waits for the service is made before the engine goes on", {skip}, async () => {
  await stage.create("waiting", list, [{items: rows(5000)}])
  const releaseFeed = holdFeed(), releaseChanges = holdChanges(), page = await stage.show("waiting", {engine: "auto"})
  const isShown = () => view.mirror.get("mine")?.indexPath[1] == 0
  await page.evaluate(() => { view.update([{op: "insertItems", at: [[0, 0]], items: [{id: "mine", size: [400, 50]}]}]) })
  await page.waitFor(isShown)
  releaseFeed()
  await eventually(() => stage.gateway.log.some(({path, status}) => /waiting\/replica/.test(path) && status == 200))
  assert.equal(await sessionOf(page), "HTTPSession")
  assert.ok(await page.evaluate(isShown))
  releaseChanges()
  await hasEngine(page)
  await page.waitFor(isShown)
  await settle(page)
  assert.equal((await stage.service.ask("GET", "/v1/collections/waiting")).body.version, 2)
  await page.close()
})

test("a view goes on with the service while the engine lacks a part, and with the engine then", {skip}, async () => {
  await stage.create("lacking", list, [{items: rows(300)}])
  const release = hold("interceptFile", path => path.endsWith("/rest.wasm"))
  const page = await stage.show("lacking", {engine: "page"})
  await hasEngine(page)
  await page.evaluate(() => { window.keys = view.mirror.ordered().map(({key}) => key) })
  await page.evaluate(() => view.setLayout({kind: "spiral", itemSize: [40, 40]}))
  assert.equal(await sessionOf(page), "HTTPSession")
  await settle(page)
  release()
  await hasEngine(page)
  await settle(page)
  const first = await page.evaluate(() => ({key: view.mirror.get("m0").key, known: keys[0]}))
  assert.equal(first.key, first.known)
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("a view that is removed ends its viewport and the feed", {skip}, async () => {
  await stage.create("removed", list, [{items: rows(300)}])
  const page = await stage.show("removed", {engine: "page"})
  await hasEngine(page)
  const viewports = async () => (await stage.service.ask("GET", "/v1/collections/removed/viewports")).body.viewports
  await eventually(async () => (await viewports()).some(({name}) => name.startsWith("view-")))
  await page.evaluate(() => view.destroy())
  await eventually(async () => (await viewports()).every(({name}) => !name.startsWith("view-")))
  await eventually(() => stage.gateway.log.every(({path, isOpen}) => !(/removed\/replica/.test(path) && isOpen)))
  await page.close()
})
