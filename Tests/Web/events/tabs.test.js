import assert from "node:assert/strict"
import {after, before, test} from "node:test"
import {Tessera} from "../../../Sources/Web/client/service/Tessera.js"
import {openBrowser} from "../support/browser.js"
import {startGateway} from "../support/gateway.js"
import {startService} from "../support/service.js"
import {eventually} from "../support/wait.js"

const html = `<!doctype html><title>Tab</title><style>body{margin:0}#list{height:400px;width:300px}</style><div id="list"></div>
<script type="module">
  import {CollectionView, Tessera} from "/client/tessera.js"
  const collection = new Tessera("").collection(location.hash.slice(1))
  window.view = new CollectionView(document.getElementById("list"), {collection})
  window.heard = []
  collection.on("change", ({version}) => heard.push(version))
  collection.on("reset", ({version}) => heard.push(version))
  collection.on("closed", ({reason}) => window.closedBecause = reason)
  collection.on("online", () => window.isListening = true)
</script>`

let service, gateway, browser
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

/** A collection, and tabs that show it. */
async function open(id, count) {
  const tessera = new Tessera(service.url), collection = tessera.collection(id)
  await tessera.create({
    id, container: {width: 300, height: 400}, layout: {kind: "list"},
    sections: [{id: "all", items: Array.from({length: 100}, (_, n) => ({id: `i${n}`}))}],
  })
  const pages = []
  for (let n = 0; n < count; n += 1) pages.push(await browser.newPage(`${gateway.url}/tab#${id}`))
  for (const page of pages) await page.waitFor(() => window.view?.mirror.get("i0") && window.isListening)
  return {collection, pages}
}
const close = pages => Promise.all(pages.map(page => page.close()))
const shows = async (pages, id) => {
  for (const page of pages) await page.waitFor(id => view.mirror.get(id) && document.querySelector(".tessera-cell").textContent == id, id)
}

test("ten tabs of an origin follow every change over three streams", async () => {
  const {collection, pages} = await open("many", 10)
  for (let n = 0; n < 5; n += 1) {
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
  await close(pages)
})

test("when tabs with a stream are closed or crash, others take their place", async () => {
  const {collection, pages} = await open("closing", 5)
  const [first, second, ...others] = pages
  await first.close()
  await second.crash()
  await collection.update(batch => batch.insert([{id: "later"}], {before: "i0"}))
  await shows(others, "later")
  await eventually(() => gateway.streams == 3, {what: () => `${gateway.streams} streams`})
  await collection.update(batch => batch.delete(["later"]))
  for (const page of others) await page.waitFor(() => !view.mirror.get("later"))
  await close(others)
})

test("a hidden tab gives its stream away, and has missed nothing when it is shown", async () => {
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
  await page.close()
})

test("every tab learns that the collection is deleted", async () => {
  const {collection, pages} = await open("deleted", 6)
  await collection.delete()
  for (const page of pages) assert.equal(await page.waitFor(() => window.closedBecause), "collection_deleted")
  await close(pages)
})

test("the tabs follow a service that was restarted, though no hint comes", async () => {
  const {pages, collection} = await open("silence", 4)
  gateway.cutStreams()
  gateway.silent(true)
  await collection.update(batch => batch.insert([{id: "unheard"}], {before: "i0"}))
  gateway.silent(false)
  gateway.cutStreams()
  await shows(pages, "unheard")
  await close(pages)
})
