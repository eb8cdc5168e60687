// Runs in Firefox too.

import assert from "node:assert/strict"
import { after, afterEach, before, test } from "node:test"
import { Tessera } from "../../client/service/Tessera.js"
import { openBrowser } from "../support/browser.js"
import { hasStream, startGateway } from "../support/gateway.js"
import { startService } from "../support/service.js"
import { eventually } from "../support/wait.js"

const html = `<!doctype html><title>Tab</title><style>body{margin:0}#list{height:400px;width:300px}</style><div id="list"></div>
<script type="module">
  import {CollectionView, Tessera} from "/client/tessera.js"
  const collection = new Tessera("").collection(location.hash.slice(1))
  addEventListener("tessera-offline", () => window.isOffline = true)
  window.view = new CollectionView(document.getElementById("list"), {collection})
  window.heard = []
  window.isListening = location.search == "?quiet"
  if (!isListening) {
    collection.on("change", ({version}) => heard.push(version))
    collection.on("reset", ({version}) => heard.push(version))
    collection.on("closed", ({reason}) => window.closedBecause = reason)
    collection.on("online", () => window.isListening = true)
  }
</script>`

const isShort = process.env.TESSERA_WEB == "short"
// These wait for clocks of the client that run for seconds.
const slow = {skip: isShort && "in the long form only"}
let service, gateway, browser
const opened = []
before(async () => {
  service = await startService()
  gateway = await startGateway(service, {pages: {"/tab": html}})
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await gateway?.stop()
  await service?.stop()
})

// A test that fails leaves its tabs behind.
afterEach(async () => { for (const page of opened.splice(0)) await page.close().catch(() => {}) })

/** A collection, and tabs that show it. */
async function open(id, count, search = "") {
  const tessera = new Tessera(service.url), collection = tessera.collection(id)
  await tessera.create({
    id, container: {width: 300, height: 400}, layout: {kind: "list"},
    sections: [{id: "all", items: Array.from({length: 100}, (_, n) => ({id: `i${n}`}))}],
  })
  const pages = []
  for (let n = 0; n < count; n += 1) pages.push(await browser.newPage(`${gateway.url}/tab${search}#${id}`))
  opened.push(...pages)
  for (const page of pages) await page.waitFor(() => window.view?.mirror.get("i0") && window.isListening)
  return {collection, pages}
}
const shows = async (pages, id) => {
  for (const page of pages) await page.waitFor(id => view.mirror.get(id) && document.querySelector(".tessera-cell").textContent == id, id)
}

const [tabs, changes] = isShort ? [5, 2] : [10, 5]
test(`${tabs} tabs of an origin follow every change over three streams`, async () => {
  const {collection, pages} = await open("many", tabs)
  for (let n = 0; n < changes; n += 1) {
    await collection.update(batch => batch.insert([{id: `new-${n}`}], {before: n ? `new-${n - 1}` : "i0"}))
    await shows(pages, `new-${n}`)
  }
  assert.ok(gateway.streams <= 3, `${gateway.streams} streams`)
  const {version} = await collection.describe()
  for (const page of pages) {
    await page.waitFor(version => heard.at(-1) == version, version)
    const heard = await page.evaluate(() => heard)
    assert.deepEqual(heard, [...new Set(heard)].sort((a, b) => a - b))
    assert.deepEqual(page.errors, [])
  }
})

test("when tabs with a stream are closed or crash, others take their place", async () => {
  const {collection, pages} = await open("closing", 5)
  const [first, second, ...others] = pages
  await first.close()
  // Firefox has no command for a crash.
  await (second.crash?.() ?? second.close())
  await collection.update(batch => batch.insert([{id: "later"}], {before: "i0"}))
  await shows(others, "later")
  await eventually(() => gateway.streams == 3, {what: () => `${gateway.streams} streams`})
  await collection.update(batch => batch.delete(["later"]))
  for (const page of others) await page.waitFor(() => !view.mirror.get("later"))
})

test("a hidden tab gives its stream away, and has missed nothing when it is shown", slow, async () => {
  const {collection, pages} = await open("hidden", 1), [page] = pages
  const show = isShown => {
    Object.defineProperty(document, "visibilityState", {value: isShown ? "visible" : "hidden", configurable: true})
    document.dispatchEvent(new Event("visibilitychange"))
  }
  await eventually(() => gateway.streams == 2, {what: () => `${gateway.streams} streams`})
  await page.evaluate(show, false)
  // The stream of the view is closed; the page's own handlers go on.
  await eventually(() => gateway.streams == 1, {what: () => `${gateway.streams} streams`})
  await collection.update(batch => batch.insert([{id: "meanwhile"}], {before: "i0"}))
  await page.waitFor(() => heard.length == 1)
  assert.equal(await page.evaluate(() => view.mirror.get("meanwhile") ?? null), null)
  await page.evaluate(show, true)
  await shows([page], "meanwhile")
})

test("every tab learns that the collection is deleted", async () => {
  const {collection, pages} = await open("deleted", 4)
  await collection.delete()
  for (const page of pages) assert.equal(await page.waitFor(() => window.closedBecause), "collection_deleted")
})

test("the tabs follow a service that was restarted, though no hint comes", slow, async () => {
  const {pages, collection} = await open("silence", 4)
  gateway.cutStreams()
  gateway.silent(true)
  await collection.update(batch => batch.insert([{id: "unheard"}], {before: "i0"}))
  gateway.silent(false)
  gateway.cutStreams()
  await shows(pages, "unheard")
})

test("a tab without a stream reads its viewport only when something has changed", slow, async () => {
  const {collection, pages} = await open("calm", 4)
  await collection.update(batch => batch.insert([{id: "one"}], {before: "i0"}))
  await shows(pages, "one")
  const polls = () => gateway.log.filter(({method, path}) => method == "GET" && path == collection.path).length
  const moves = () => gateway.log.filter(({method}) => method == "PUT").length
  // Each tab without a stream sends two requests, which have no effect.
  const [first, moved] = [polls(), moves()]
  await eventually(() => polls() >= first + 8)
  assert.equal(moves(), moved)
})

test("a tab hears of the changes that the tab with the stream makes, without asking", async () => {
  const {pages: [first]} = await open("hints", 1, "?quiet")
  // Of three slots the first tab has one, and something else the others.
  await eventually(() => gateway.streams == 1 && hasStream(gateway, "hints"), {what: () => `${gateway.streams} streams`})
  await first.evaluate(() => {
    for (const slot of [1, 2, 3]) {
      navigator.locks.request(`tessera-stream ${location.origin} ${slot}`, {ifAvailable: true}, lock => lock && new Promise(() => {}))
    }
  })
  const second = await browser.newPage(`${gateway.url}/tab?quiet#hints`)
  await second.waitFor(() => window.view?.mirror.get("i0"))
  const path = "/v1/collections/hints"
  await eventually(() => gateway.log.some(entry => entry.method == "GET" && entry.path == path && entry.status == 200))
  gateway.intercept = async entry => entry.method == "GET" && entry.path == path ? {status: 503} : undefined
  try {
    await first.evaluate(() => {
      view.update(batch => batch.insert([{id: "mine"}], {before: "i0"}))
    })
    await shows([first, second], "mine")
    assert.equal(gateway.streams, 1)
  } finally {
    gateway.intercept = undefined
  }
  await second.close()
})

test("a service that has gone and is back is followed by every tab", async () => {
  const {collection, pages} = await open("gone", 4)
  gateway.offline(true)
  for (const page of pages) await page.waitFor(() => window.isOffline)
  await collection.update(batch => batch.insert([{id: "meanwhile"}], {before: "i0"}))
  gateway.offline(false)
  await shows(pages, "meanwhile")
})

test("a page whose `fetch` is its own does not share streams", async () => {
  const {pages: [page]} = await open("own", 1, "?quiet")
  await eventually(() => gateway.streams == 1)
  await page.evaluate(async () => {
    const {Tessera} = await import("/client/tessera.js")
    for (let n = 0; n < 3; n++) {
      new Tessera("", {fetch: (...request) => fetch(...request)}).collection("own").events({onEvent() {}})
    }
  })
  await eventually(() => gateway.streams == 4, {what: () => `${gateway.streams} streams`})
})
