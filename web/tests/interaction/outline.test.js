import assert from "node:assert/strict"
import { test } from "node:test"
import { skip as noModule } from "../engine/module.js"
import { faultsOf, findAxe } from "../support/axe.js"
import { setUp } from "../support/setup.js"
import { address, pages } from "./page.js"

const {source: axe} = findAxe()
let service, gateway, browser
setUp(pages, parts => ({service, gateway, browser} = parts))

let outlines = 0
async function open(options, more = "") {
  const id = `outline-${++outlines}`
  const {status, body} = await service.ask("POST", "/v1/collections", {
    id, container: {width: 400, height: 600}, layout: {kind: "list", rowHeight: 40, indentationWidth: 16},
    sections: [{id: "home", items: [
      {id: "Documents"}, {id: "Letters", parent: "Documents"}, {id: "To Anna", parent: "Letters"}, {id: "Notes", parent: "Documents"},
      {id: "Music"},
    ]}],
  })
  assert.equal(status, 201, JSON.stringify(body))
  const page = await browser.newPage(address(gateway, id, options, more))
  await page.waitFor(() => window.isReady?.())
  await page.waitFor(() => nodeOf("Documents").ariaLevel)
  const session = options.engine == "page" ? "EngineSession" : "HTTPSession"
  assert.equal(await page.evaluate(() => view.session.constructor.name), session)
  return page
}

const rows = page => page.evaluate(() => shownOrder().map(id => {
  const {role, ariaLevel, ariaExpanded, ariaSetSize} = nodeOf(id)
  return [id, role, ariaLevel, ariaExpanded, ariaSetSize]
}))
const isShown = (page, ids) => page.waitFor(ids => `${shownOrder()}` == ids && view.session.isIdle, `${ids}`)
const focusIs = (page, id) => page.waitFor(id => document.activeElement == nodeOf(id), id)

for (const engine of ["server", "page"]) {
  const skip = engine == "page" && noModule, where = engine == "page" ? ", laid out by the page" : ""

  test(`the rows of a tree have levels, and say whether they are expanded${where}`, {skip}, async () => {
    const page = await open({role: "tree", engine})
    assert.deepEqual(await rows(page), [
      ["Documents", "treeitem", "1", "false", null], ["Music", "treeitem", "1", null, null],
    ])
    await page.evaluate(() => { view.update(batch => batch.expand("Documents")) })
    await isShown(page, ["Documents", "Letters", "Notes", "Music"])
    await page.waitFor(() => nodeOf("Letters").ariaLevel)
    assert.deepEqual(await rows(page), [
      ["Documents", "treeitem", "1", "true", null], ["Letters", "treeitem", "2", "false", null],
      ["Notes", "treeitem", "2", null, null], ["Music", "treeitem", "1", null, null],
    ])
    if (axe) assert.deepEqual(await faultsOf(page, axe, {"color-contrast": {enabled: false}}), [])
    await page.close()
  })

  test(`the rows of a list with an outline have levels${where}`, {skip}, async () => {
    const page = await open({engine})
    assert.deepEqual(await rows(page), [["Documents", "listitem", "1", null, "2"], ["Music", "listitem", "1", null, "2"]])
    await page.close()
  })

  for (const [name, more, onward, back] of [["", "", "ArrowRight", "ArrowLeft"], [" from right to left", "&dir=rtl", "ArrowLeft", "ArrowRight"]]) {
    test(`arrow keys expand and collapse rows, and lead to children and parents${name}${where}`, {skip}, async () => {
      const page = await open({role: "tree", engine}, more)
      await page.evaluate(() => nodeOf("Documents").focus())
      await page.key(onward)
      await isShown(page, ["Documents", "Letters", "Notes", "Music"])
      await focusIs(page, "Documents")
      await page.key(onward)
      await focusIs(page, "Letters")
      await page.key("ArrowDown")
      await focusIs(page, "Notes")
      // A row without children.
      await page.key(onward)
      await focusIs(page, "Notes")
      await page.key(back)
      await focusIs(page, "Documents")
      await page.key(back)
      await isShown(page, ["Documents", "Music"])
      await focusIs(page, "Documents")
      // There is no parent.
      await page.key(back)
      await focusIs(page, "Documents")
      await page.close()
    })
  }

  test(`a row that is collapsed by another client, and moves, is drawn anew${where}`, {skip}, async () => {
    const page = await open({role: "tree", engine}), id = await page.evaluate(() => view.collection.id)
    const update = updates => service.ask("POST", `/v1/collections/${id}/updates`, {updates})
    assert.equal((await update([{op: "expandItems", ids: ["Documents"], descendants: true}])).status, 200)
    await isShown(page, ["Documents", "Letters", "To Anna", "Notes", "Music"])
    await update([{op: "collapseItems", ids: ["Letters"]}, {op: "moveItem", id: "Letters", section: "home", edge: "start"}])
    await isShown(page, ["Letters", "Documents", "Notes", "Music"])
    await page.waitFor(() => nodeOf("Letters").ariaLevel == "1")
    assert.deepEqual((await rows(page))[0], ["Letters", "treeitem", "1", "false", null])
    await page.close()
  })

  test(`a view with an outline of its own expands rows for itself alone${where}`, {skip}, async () => {
    const page = await open({role: "tree", engine}), id = await page.evaluate(() => view.collection.id)
    const own = await browser.newPage(address(gateway, id, {role: "tree", engine, outline: "own"}))
    await own.waitFor(() => window.isReady?.())
    await own.waitFor(() => nodeOf("Documents").ariaLevel)
    await own.evaluate(() => nodeOf("Documents").focus())
    await own.key("ArrowRight")
    await isShown(own, ["Documents", "Letters", "Notes", "Music"])
    await own.key("ArrowRight")
    await focusIs(own, "Letters")
    const {status} = await service.ask("POST", `/v1/collections/${id}/updates`, {
      updates: [{op: "insertItems", into: "Documents", edge: "start", items: [{id: "New"}]}],
    })
    assert.equal(status, 200)
    await isShown(own, ["Documents", "New", "Letters", "Notes", "Music"])
    assert.deepEqual((await rows(own)).slice(0, 2), [
      ["Documents", "treeitem", "1", "true", null], ["New", "treeitem", "2", null, null],
    ])
    await isShown(page, ["Documents", "Music"])
    assert.equal((await service.ask("GET", `/v1/collections/${id}`)).body.version, 2)
    await own.close()
    await page.close()
  })
}
