// A view whose page measures rows by templates, with its own fonts, and without a template in the service.

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { skip } from "../cells/module.js"
import { faults, openStage, settle, updates } from "./stage.js"

const automatic = {kind: "list", rowHeight: "automatic", estimatedRowHeight: 40}
const templates = {note: {
  type: "flex", flexDirection: "column", padding: 10,
  children: [{name: "text", type: "text", lines: 0, lineHeight: 20, font: {family: "sans-serif", size: 16}}],
}}
const style = ".tessera-cell { border: 0; white-space: pre-wrap; overflow-wrap: anywhere; text-spacing-trim: space-all }"
const text = number => `note ${number} ${"is longer than the one before it, and not as long as others ".repeat(number % 5)}`
const notes = count => Array.from({length: count}, (_, number) => ({id: `n${number}`, content: {text: text(number)}}))
let stage
before(async () => { if (!skip) stage = await openStage({style}) })
after(() => stage?.close())

const show = async (id, options) => {
  await stage.create(id, automatic, [{items: notes(400)}])
  return stage.show(id, {measure: "page", templates, ...options})
}

/** The rows whose nodes are not as high as their text. Runs in the page. */
const unfitting = () => [...view.cells.values()].filter(({node, element}) => {
  const range = document.createRange()
  range.selectNodeContents(node)
  const lines = new Set([...range.getClientRects()].map(({top}) => Math.round(top / 20)))
  return node.offsetHeight != 20 + 20 * lines.size || element.estimated
}).map(({node, element}) => `${element.id} ${node.offsetHeight} ${element.frame.height}`)

test("rows are as high as the browser sets their text, and the service has the sizes", {skip}, async () => {
  const page = await show("page-sized")
  await page.waitFor(() => view.sorted.every(({element}) => !element.estimated))
  await settle(page)
  assert.deepEqual(await page.evaluate(unfitting), [])
  assert.deepEqual(await page.evaluate(faults), [])
  await page.evaluate(() => view.scrollTo("n300", {position: "top"}))
  await settle(page)
  assert.deepEqual(await page.evaluate(unfitting), [])
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("a row has its new height before the service has heard of its text", {skip}, async () => {
  const page = await show("page-typed", {animation: false})
  await page.waitFor(() => view.sorted.every(({element}) => !element.estimated))
  stage.gateway.latency = 1000
  const [before, after, next] = await page.evaluate(async () => {
    const node = () => view.cells.get(view.mirror.get("n0").key).node, before = node().offsetHeight
    view.update(batch => batch.reconfigure("n0", {items: [{id: "n0", content: {text: "typed ".repeat(60)}}]}))
    await new Promise(done => setTimeout(done, 300))
    return [before, node().offsetHeight, view.cells.get(view.mirror.get("n1").key).node.getBoundingClientRect().top]
  })
  assert.equal(before, 40)
  assert.ok(after > 100, `${after}`)
  assert.equal(next, after)
  stage.gateway.latency = 0
  await settle(page)
  assert.deepEqual(await page.evaluate(unfitting), [])
  await page.close()
})

test("a row that another client gives a size keeps it", {skip}, async () => {
  const page = await show("page-fixed")
  const {status} = await updates(stage.service, "page-fixed", [{op: "insertItems", at: [[0, 0]], items: [{id: "fixed", size: [400, 90], content: {text: "short"}}]}])
  assert.equal(status, 200)
  await page.waitFor(() => view.mirror.get("fixed"))
  await settle(page)
  assert.equal(await page.evaluate(() => view.cells.get(view.mirror.get("fixed").key).node.offsetHeight), 90)
  await page.close()
})

/** A page whose rows have fonts that the style sheet of the others has not. */
const showIn = async (id, family, options) => {
  const [view] = templates.note.children, font = {...view.font, family}
  const page = await stage.show(id, {measure: "page", templates: {note: {...templates.note, children: [{...view, font}]}}, ...options})
  await page.evaluate(family => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`.tessera-cell { font-family: ${family} !important }`)
    document.adoptedStyleSheets.push(sheet)
  }, [family].flat().join())
  return page
}

for (const engine of ["server", "auto", "page"]) {
  test(`pages with other fonts have sizes of their own, and neither takes those of the other: engine ${engine}`, {skip}, async () => {
    const id = `page-fonts-${engine}`, page = await show(id, {engine})
    await page.waitFor(() => view.sorted.every(({element}) => !element.estimated))
    await settle(page)
    const other = await showIn(id, "monospace", {engine})
    await other.waitFor(() => view.sorted.every(({element}) => !element.estimated))
    for (const each of [other, page]) await settle(each)
    const heights = () => Object.fromEntries([...view.cells.values()].map(({element: {id, frame}}) => [id, frame.height]))
    assert.notDeepEqual(await page.evaluate(heights), await other.evaluate(heights))
    for (const each of [page, other]) {
      assert.deepEqual(await each.evaluate(unfitting), [])
      assert.deepEqual(await each.evaluate(faults), [])
      await each.close()
    }
  })

  test(`a page does not take the sizes that the service has measured with its fonts: engine ${engine}`, {skip}, async () => {
    const {status, body} = await stage.service.ask("POST", "/v1/collections", {
      id: `page-served-${engine}`, container: {width: 400, height: 600}, layout: automatic, templates, selfSizing: "all",
      sections: [{items: notes(60).map(item => ({...item, template: "note"}))}],
    })
    assert.equal(status, 201, JSON.stringify(body))
    const page = await showIn(`page-served-${engine}`, "monospace", {engine})
    // The rows have the heights of the service until the module that measures is here.
    await page.waitFor(`view.sorted.length && (${unfitting})().length == 0`)
    await settle(page)
    // Meanwhile the service may have lost the sizes of its own fonts, and another session may have begun.
    await page.waitFor(`(${unfitting})().length == 0`)
    await page.close()
  })
}

test("rows have other heights when their font has loaded", {skip}, async () => {
  await stage.create("page-late", automatic, [{items: notes(60)}])
  const page = await showIn("page-late", ["later", "sans-serif"])
  await page.waitFor(() => view.sorted.every(({element}) => !element.estimated))
  await settle(page)
  const heights = () => view.sorted.map(cell => cell.node.offsetHeight).join()
  const before = await page.evaluate(heights)
  await page.evaluate(async () => {
    const face = new FontFace("later", "local('DejaVu Sans Mono')")
    document.fonts.add(face)
    await face.load()
  })
  await page.waitFor(before => view.sorted.map(cell => cell.node.offsetHeight).join() != before, before)
  await settle(page)
  assert.deepEqual(await page.evaluate(unfitting), [])
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("a view that is closed while its measurer loads leaves nothing behind", {skip}, async () => {
  await stage.create("page-closed", automatic, [{items: notes(3)}])
  const page = await stage.show("page-closed", {})
  const listeners = await page.evaluate(async (id, templates) => {
    const {CollectionView, Tessera} = await import("/client/tessera.js")
    let count = 0
    const {addEventListener} = document.fonts
    document.fonts.addEventListener = function(name, listener, options) {
      count++
      options.signal.addEventListener("abort", () => count--)
      return addEventListener.call(this, name, listener, options)
    }
    const element = document.body.appendChild(document.createElement("div"))
    const view = new CollectionView(element, {collection: new Tessera().collection(id), measure: "page", templates})
    view.destroy()
    await new Promise(done => setTimeout(done, 500))
    return count
  }, "page-closed", templates)
  assert.equal(listeners, 0)
  await page.close()
})

test("a template with a mistake is reported, with its place", {skip}, async () => {
  await stage.create("page-wrong", automatic, [{items: notes(3)}])
  const page = await stage.browser.newPage(`${stage.gateway.url}/view?id=page-wrong&options=${encodeURIComponent(JSON.stringify({
    measure: "page", templates: {note: {type: "flex", children: [{type: "txt"}]}},
  }))}`)
  const pointer = await page.waitFor(() => window.events?.find(({name}) => name == "error")?.detail.problem.errors[0].pointer)
  assert.equal(pointer, "/note/children/0/type")
  await page.close()
})
