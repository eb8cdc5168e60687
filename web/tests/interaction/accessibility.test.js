import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { browserName, openBrowser } from "../support/browser.js"
import { startGateway } from "../support/gateway.js"
import { root } from "../support/repository.js"
import { startService } from "../support/service.js"
import { address, createList, ids, pages } from "./page.js"

let service, gateway, browser, axe, missing
before(async () => {
  try {
    const file = execFileSync(join(root, "tools/axe"), {encoding: "utf8", timeout: 60_000, stdio: ["ignore", "pipe", "pipe"]})
    axe = readFileSync(file.trim(), "utf8")
  } catch (error) {
    missing = `axe-core cannot be fetched: ${`${error.stderr ?? error}`.trim().split("\n").at(-1)}`
  }
  service = await startService()
  gateway = await startGateway(service, {pages: {...pages, "/axe.js": axe ?? ""}})
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await gateway?.stop()
  await service?.stop()
})

const grid = {layout: {kind: "grid", columns: 3, rowHeight: 80}, sections: [ids(50)]}
const headers = {
  layout: {kind: "list", rowHeight: 40, sectionHeaderHeight: 30}, sections: [ids(12), ids(40, "b")],
}
const views = [
  ["a list", {}, {reorder: true}],
  ["a list with handles", {}, {reorder: ".grip", inner: "grip"}],
  ["a list of sections with headers", headers, {}],
  ["a feed", {layout: {kind: "list", rowHeight: 150}}, {role: "feed"}],
  ["a grid", grid, {role: "grid"}],
  ["a view without a role", {}, {role: "none"}],
]

let lists = 0
async function open(list, options) {
  const id = `list-${++lists}`
  await createList(service, id, list)
  const page = await browser.newPage(address(gateway, id, options))
  await page.waitFor(() => window.isReady?.())
  return page
}

/** Scrolls to the middle, with the focus on a row at the beginning. */
async function goAway(page) {
  await page.evaluate(() => { [...view.cells.values()].find(({element}) => element.id == "a001").node.focus() })
  await page.evaluate(() => view.scrollBy(0, list.scrollHeight / 3))
  await page.waitFor(() => view.visible.length > 0 && !view.isScrolling)
}

for (const [name, list, options] of views) {
  test(`axe-core finds nothing to object to in ${name}, before and after scrolling`, async context => {
    if (!axe) return context.skip(missing)
    const page = await open(list, options)
    await page.evaluate(() => new Promise((done, fail) => {
      const script = document.createElement("script")
      Object.assign(script, {src: "/axe.js", onload: done, onerror: fail})
      document.head.append(script)
    }))
    const check = () => page.evaluate(async () => {
      const {violations} = await axe.run(document, {rules: {"color-contrast": {enabled: false}}})
      return violations.map(({id, help, nodes}) => `${id}: ${help}: ${nodes[0].html.slice(0, 200)} ${nodes[0].failureSummary}`)
    })
    assert.deepEqual(await check(), [])
    await goAway(page)
    assert.deepEqual(await check(), [])
    await page.close()
  })
}

// The tree is that of Chromium's DevTools.
const isChromium = browserName == "chromium"

/** The nodes with a role, and all below a node that has one of them. */
async function readTree(page, role) {
  const tree = await page.accessibilityTree(), start = tree.findIndex(node => node.role == role)
  assert.ok(start >= 0, `there is a ${role}`)
  const rest = tree.slice(start + 1), end = rest.findIndex(({depth}) => depth <= tree[start].depth)
  return {node: tree[start], inside: rest.slice(0, end < 0 ? undefined : end)}
}

const positions = () => [...document.querySelectorAll("[aria-posinset]")].map(node => (
  {position: Number(node.ariaPosInSet), size: Number(node.ariaSetSize), text: node.textContent}))

test("the rows of a list are read in their order, with their names and their places among all of them", async context => {
  if (!isChromium) return context.skip("needs the accessibility tree of Chromium")
  const page = await open({sections: [ids(300)]}, {reorder: true})
  for (let turn = 0; turn < 2; turn++) {
    const {node, inside} = await readTree(page, "list")
    assert.equal(node.name, "Messages")
    const items = inside.filter(({role}) => role == "listitem")
    const names = inside.filter(({role}) => role == "StaticText").map(({name}) => name)
    assert.ok(items.length > 20)
    assert.deepEqual(names, [...names].sort())
    const places = await page.evaluate(positions)
    assert.ok(places.every(({position, size, text}) => size == 300 && ids(300)[position - 1] == text), JSON.stringify(places))
    assert.deepEqual(places.map(({text}) => text), names)
    await goAway(page)
  }
  const {body} = await service.ask("POST", `/v1/collections/list-${lists}/updates`, {updates: [
    {op: "insertItems", at: [[0, 0]], items: [{id: "a000b"}]}, {op: "deleteItems", ids: ["a299", "a298"]},
  ]})
  assert.ok(body.version)
  await page.waitFor(() => [...document.querySelectorAll(".tessera-cell[aria-setsize]")]
    .filter(node => node != document.activeElement).every(node => node.ariaSetSize == "299"))
  await page.close()
})

test("headers are headings, and the rows of each section are a list with their places in it", async context => {
  if (!isChromium) return context.skip("needs the accessibility tree of Chromium")
  const page = await open(headers, {})
  await page.waitFor(() => document.querySelectorAll(".tessera-sections > [role=list]").length == 2)
  const {node, inside} = await readTree(page, "group")
  assert.equal(node.name, "Messages")
  const read = inside.filter(({role}) => ["heading", "list", "listitem"].includes(role)).map(({role, name}) => `${role} ${name}`)
  const rows = read.filter(text => text.startsWith("listitem")).length
  assert.ok(rows > 12)
  assert.deepEqual(read.map(text => text.split(" ")[0]), ["heading", "list", ...Array(12).fill("listitem"), "heading", "list",
    ...Array(rows - 12).fill("listitem")])
  assert.deepEqual(read.filter(text => /^(heading|list) /.test(text)), ["heading header 0", "list header 0", "heading header 1",
    "list header 1"])
  const places = await page.evaluate(positions)
  assert.ok(places.slice(0, 12).every(({position, size}, index) => position == index + 1 && size == 12))
  assert.ok(places.slice(12).every(({position, size}, index) => position == index + 1 && size == 40))
  assert.deepEqual(await page.evaluate(() => [...new Set([...document.querySelectorAll(".tessera-cell")].map(({role}) => role))]),
    ["listitem"])
  await page.close()
})

test("the live region names the row that moves, and not its handle", async () => {
  const page = await open({}, {reorder: ".grip", inner: "grip"})
  await page.evaluate(() => nodeOf("a002").querySelector(".grip").focus())
  await page.key(" ")
  await page.waitFor(() => said.some(text => text.includes("taken up")))
  assert.match(await page.evaluate(() => said.find(text => text.includes("taken up"))), /^a002, taken up/)
  await page.key("Escape")
  await page.close()
})

test("a grid has rows that own their cells, and says which row and which column each is", async context => {
  if (!isChromium) return context.skip("needs the accessibility tree of Chromium")
  const page = await open(grid, {role: "grid"})
  const {inside} = await readTree(page, "grid")
  const rows = inside.filter(({role}) => role == "row")
  const depth = rows[0]?.depth
  assert.ok(rows.length >= 7)
  let row = -1
  const cells = []
  for (const node of inside) {
    if (node.role == "row") row++
    else if (node.role == "gridcell") cells.push({row, depth: node.depth, name: node.name})
  }
  assert.ok(cells.every(cell => cell.depth == depth + 1), "cells are in rows")
  assert.deepEqual(cells.map(({name}) => name), ids(50).slice(0, cells.length))
  assert.deepEqual(cells.map(({row}) => row), cells.map((_, index) => Math.floor(index / 3)))
  assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll("[role=row]")].map(node => node.ariaRowIndex)),
    rows.map((_, index) => `${index + 1}`))
  assert.ok(await page.evaluate(() => [...view.cells.values()].every(({node, element}) =>
    node.ariaColIndex == element.indexPath[1] % 3 + 1)))
  await page.close()
})

test("a feed is busy until its articles are there, and its articles say their places", async () => {
  const page = await open({layout: {kind: "list", rowHeight: 150}, sections: [ids(80)]}, {role: "feed"})
  await page.waitFor(() => list.ariaBusy == "false")
  assert.ok(await page.evaluate(() => [...document.querySelectorAll("[role=article]")].every((node, index) =>
    node.ariaPosInSet == index + 1 && node.ariaSetSize == "80" && node.tabIndex >= -1)))
  gateway.latency = 400
  await page.evaluate(() => view.scrollBy(0, 6000))
  await page.waitFor(() => list.ariaBusy == "true")
  gateway.latency = 0
  await page.waitFor(() => list.ariaBusy == "false")
  await page.close()
})

test("the texts of the live region can be in another language", async () => {
  const page = await open({}, {messages: "German"})
  await service.ask("POST", `/v1/collections/list-${lists}/updates`, {updates: [
    {op: "insertItems", at: [[0, 0], [0, 1]], items: [{id: "new0"}, {id: "new1"}]}]})
  await page.waitFor(() => document.querySelector("[aria-live=polite]").textContent == "2 neue Zeilen")
  await page.close()
})
