// Runs in Firefox too.
import assert from "node:assert/strict"
import {test} from "node:test"
import {escape, toHTML} from "../../client/pages.js"
import {createMessages, firstScreen, message} from "./support.js"
import {setUp} from "../support/setup.js"

const render = ({content}) => `<h3>${escape(content.title)}</h3><p>${escape(content.body)}</p>`

/** A page that begins to hydrate when `start()` is called, and counts the mutations of the list from then on. */
const page = (id, html) => `<!doctype html><title>Rendered</title><style>body{margin:0}.tessera{width:360px;height:480px;scrollbar-width:none}
h3,p{margin:0}</style>${html}<script type="module">
  import {Tessera} from "/client/tessera.js"
  import {hydrate} from "/client/pages.js"
  const list = document.getElementById("inbox")
  window.mutations = []
  window.rendered = []
  window.start = () => {
    const written = [...list.querySelectorAll("[data-frame]")]
    const isWritten = node => written.some(cell => cell.contains(node))
    new MutationObserver(records => {
      for (const {type, attributeName, target, addedNodes, removedNodes} of records) {
        if ([target, ...addedNodes, ...removedNodes].some(isWritten)) mutations.push([type, attributeName])
      }
    }).observe(list, {subtree: true, childList: true, attributes: true, characterData: true})
    window.view = hydrate(list, {
      collection: new Tessera("").collection("${id}"), label: "Inbox",
      render(node, {id, content}) {
        rendered.push(id)
        const [title, body] = [document.createElement("h3"), document.createElement("p")]
        title.textContent = content.title
        body.textContent = content.body
        node.replaceChildren(title, body)
      },
    })
    list.addEventListener("tessera-change", () => window.changes = (window.changes ?? 0) + 1)
  }
  window.ready = true
</script>`

let service, gateway, browser
const pages = {}
setUp(pages, parts => ({service, gateway, browser} = parts))

/** Opens the rendered first screen of a new collection. */
async function open(id, {count = 200} = {}) {
  const collection = await createMessages(service.url, id, Array.from({length: count}, (_, n) => message(`m${n}`)))
  const outcome = await firstScreen(collection)
  pages[`/${id}`] = page(id, toHTML(outcome, render, {id: "inbox", label: "Inbox"}))
  const shown = await browser.newPage(`${gateway.url}/${id}`)
  await shown.waitFor(() => window.ready)
  return {collection, outcome, page: shown}
}

/** The texts of the cells in the document, and their positions. */
const state = () => [...document.querySelectorAll(".tessera-cell")].map(node => {
  const {y, height} = node.getBoundingClientRect()
  return {title: node.querySelector("h3").textContent, y, height}
})

test("hydrating an unchanged page leaves its cells as they are", async () => {
  const {page, outcome} = await open("unchanged")
  const before = await page.evaluate(state)
  await page.evaluate(() => start())
  await page.waitFor(() => window.changes >= 1)
  // The window of the view reaches further than that of the rendered page: rows are added behind, and nothing else.
  await page.waitFor(() => view.mirror.window.height >= 480 * 3)
  assert.deepEqual((await page.evaluate(state)).slice(0, before.length), before)
  // The Tab key reaches one of the cells, as soon as keys are listened to.
  assert.deepEqual((await page.evaluate(() => mutations)).filter(([, name]) => name != "tabindex"), [])
  const rendered = await page.evaluate(() => rendered)
  assert.ok(rendered.every(id => !outcome.appeared.some(element => element.id == id)), `${rendered}`)
  await page.close()
})

test("a change since the page was rendered is shown by the view, in the cells that it concerns", async () => {
  const {page, collection} = await open("changed")
  await collection.update(batch => batch.delete(["m1"]).insert([message("new", "Short.")], {before: "m3"}))
  await page.evaluate(() => start())
  await page.waitFor(() => view.mirror.get("new") && !view.mirror.get("m1"))
  await page.waitFor(() => document.getAnimations().length == 0)
  const {attributes} = await collection.attributes({rect: [0, 0, 360, 480]})
  const shown = (await page.evaluate(state)).filter(({y}) => y < 480)
  assert.deepEqual(shown, attributes.map(({id, frame}) => ({title: `Message ${id}`, y: frame.y, height: frame.height})))
  const rendered = await page.evaluate(() => rendered)
  assert.ok(rendered.includes("new") && !rendered.includes("m0") && !rendered.includes("m2"), `${rendered}`)
  await page.close()
})

test("a page of a collection that was deleted since stays readable, and says so", async () => {
  const {page, collection} = await open("deleted")
  const before = await page.evaluate(state)
  await collection.delete()
  await page.evaluate(() => {
    document.addEventListener("tessera-closed", () => window.isClosed = true)
    start()
  })
  await page.waitFor(() => window.isClosed)
  assert.deepEqual(await page.evaluate(state), before)
  await page.close()
})

test("hydrated rows scroll like those of any view", async () => {
  const {page} = await open("scrolled")
  await page.evaluate(() => start())
  await page.waitFor(() => window.changes >= 1)
  await page.evaluate(() => view.scrollTo("m150", {position: "top"}))
  await page.waitFor(() => view.visible[0]?.id == "m150")
  await page.evaluate(() => view.scrollTo("m0", {position: "top"}))
  await page.waitFor(() => view.visible[0]?.id == "m0")
  const [first] = await page.evaluate(state)
  assert.deepEqual({title: first.title, y: first.y}, {title: "Message m0", y: 0})
  await page.close()
})

test("an element that toHTML has not written is refused", async () => {
  const shown = await browser.newPage(`${gateway.url}/unchanged`)
  await shown.waitFor(() => window.ready)
  await shown.evaluate(() => document.querySelector("script[type='application/json']").remove())
  await assert.rejects(shown.evaluate(() => start()), /no state/)
  await shown.close()
})
