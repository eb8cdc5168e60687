import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { skip as cellSkip } from "../cells/module.js"
import { skip } from "../engine/module.js"
import { skip as textSkip } from "../text/module.js"
import { openBrowser } from "../support/browser.js"
import { startGateway } from "../support/gateway.js"
import { startService } from "../support/service.js"
import { eventually } from "../support/wait.js"
import { codeBlocks } from "./blocks.js"

const blocks = codeBlocks("docs/engine.md").filter(({language}) => language == "js").map(({text}) => text)
const pages = {}

let service, gateway, browser
before(async () => {
  if (skip && textSkip && cellSkip) return
  service = await startService()
  gateway = await startGateway(service, {pages})
  browser = await openBrowser()
  const items = ["m0", "m1", "m2"].map(id => ({id})), container = {width: 390, height: 844}
  await service.ask("POST", "/v1/collections",
    {id: "inbox", container, bounds: [0, 0, 390, 844], layout: {kind: "list", rowHeight: 44}, sections: [{items}]})
})
after(async () => {
  await browser?.close()
  await gateway?.stop()
  await service?.stop()
})

/** Runs a block of the document as a module of a page of its own. */
async function run(text, last) {
  pages["/block"] = `<!doctype html><title>Block</title><style>#list{height:400px}</style><div id="list"></div>`
    + `<script type="module">window.printed = []\nconst console = {log: (...values) => printed.push(values)}\n`
    + `${text.replaceAll("http://localhost:8080", gateway.url)}\n${last}\nwindow.isDone = true</script>`
  const page = await browser.newPage(`${gateway.url}/block`)
  await page.waitFor(() => window.isDone)
  return page
}

test("the document has five programs", () => assert.equal(blocks.length, 5))

test("the first shows a collection that the page lays out", {skip}, async () => {
  const states = []
  const page = await run(blocks[0], "window.view = view")
  await page.waitFor(() => view.cells.size == 3)
  await eventually(() => gateway.log.some(({path, status}) => /replica/.test(path) && status == 200), {what: () => `${states}`})
  await page.waitFor(() => view.visible.length == 3)
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("the second changes a collection without a view", {skip}, async () => {
  const page = await run(blocks[1], "window.diff = diff; window.replica = replica")
  assert.deepEqual(await page.evaluate(() => diff.changes.filter(({type}) => type == "delete").map(({id}) => id)), ["m1"])
  await page.waitFor(() => replica.pending == 0 && replica.version == 2)
  await page.close()
})

test("the third measures a text with the fonts of the page", {skip: textSkip}, async () => {
  const page = await run(blocks[2], "window.size = [height, lineCount]")
  const [height, lineCount] = await page.evaluate(() => window.size)
  // Some 270 points of text in any font: one line of 22 points, or two.
  assert.ok(lineCount >= 1 && lineCount <= 2 && height == 22 * lineCount, `${lineCount} lines, ${height} points`)
  await page.close()
})

test("the fourth measures a cell with the fonts of the page", {skip: cellSkip}, async () => {
  const page = await run(blocks[3], "window.cell = {height, views}")
  const {height, views: {title, text}} = await page.evaluate(() => window.cell)
  assert.equal(height, 12 + 22 + 4 + 22 + 12)
  assert.deepEqual([title, text].map(({x, y, width}) => [x, y, width]), [[12, 12, 296], [12, 38, 296]])
  await page.close()
})

test("the fifth lays out without a service", {skip}, async () => {
  const page = await run(blocks[4], "")
  assert.deepEqual(await page.evaluate(() => printed.map(([[, item], {y}]) => [item, y])), [[0, 0], [1, 0], [2, 181]])
  await page.close()
})
