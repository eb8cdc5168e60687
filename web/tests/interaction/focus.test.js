// Runs in Firefox too.

import assert from "node:assert/strict"
import { test } from "node:test"
import { hasStream } from "../support/gateway.js"
import { eventually } from "../support/wait.js"
import { address, createList, ids, pages } from "./page.js"
import { setUp } from "../support/setup.js"

let service, gateway, browser
setUp(pages, parts => ({service, gateway, browser} = parts))

let lists = 0
async function open(list = {}, options = {}, more = "") {
  const id = `list-${++lists}`
  await createList(service, id, list)
  const page = await browser.newPage(address(gateway, id, options, more))
  await page.waitFor(() => window.isReady?.())
  return {id, page}
}

const change = (id, updates) => service.ask("POST", `/v1/collections/${id}/updates`, {updates})
const focused = () => document.activeElement?.closest(".tessera-cell")?.textContent

/** Scrolls with the wheel, as users do. */
async function scrollTo(page, top) {
  for (let turn = 0; turn < 200; turn++) {
    const at = await page.evaluate(() => list.scrollTop)
    if (Math.abs(at - top) < 1) return
    const step = Math.max(-600, Math.min(600, top - at))
    await page.wheel({x: 300, y: 300, deltaY: step})
    await page.waitFor(before => list.scrollTop != before, at)
  }
  throw new Error(`did not come to ${top}`)
}

/** Whether a row is seen, and the visible part of the document is in reading order. */
const isSeen = id => {
  const rect = rectOf(id), {top, bottom} = list.getBoundingClientRect()
  return Boolean(rect) && rect.y >= top - 0.5 && rect.y + rect.height <= bottom + 0.5
}

test("the focus and the selection survive 6,000 px, and are where they were when the rows come back", async () => {
  const {id, page} = await open({sections: [ids(400)]})
  await page.evaluate(() => {
    nodeOf("a003").focus()
    window.kept = [nodeOf("a003"), nodeOf("a005"), nodeOf("a006")]
    getSelection().setBaseAndExtent(nodeOf("a005").firstChild, 1, nodeOf("a006").firstChild, 3)
  })
  await scrollTo(page, 6000)
  await page.waitFor(() => !view.mirror.get("a003"))
  const away = await page.evaluate(() => ({
    focus: document.activeElement == kept[0], isConnected: kept.every(node => node.isConnected),
    selection: getSelection().toString().replace(/\s/g, ""), y: kept[0].getBoundingClientRect().y,
    isGone: !view.mirror.get("a003"), nodes: document.querySelectorAll(".tessera-cell").length,
    order: [...document.querySelectorAll(".tessera-layer > .tessera-cell")].map(node => node.textContent),
  }))
  assert.ok(away.focus && away.isConnected && away.isGone, JSON.stringify(away))
  assert.equal(away.selection, "005a00")
  assert.ok(away.y < -5000, "it is parked far away")
  assert.deepEqual(away.order, [...away.order].sort(), "the order of the document")
  await change(id, [{op: "insertItems", at: [[0, 0]], items: [{id: "a000b", size: [100, 40]}]}])
  await scrollTo(page, 0)
  await page.waitFor(() => view.mirror.get("a003") && shownOrder().includes("a003"))
  const back = await page.evaluate(() => ({
    focus: document.activeElement == nodeOf("a003"), isSame: kept.every((node, index) =>
      node == nodeOf(["a003", "a005", "a006"][index])), y: rectOf("a003").y - list.getBoundingClientRect().y + view.contentOffset.y,
    selection: getSelection().toString().replace(/\s/g, ""),
  }))
  assert.deepEqual(back, {focus: true, isSame: true, y: 160, selection: "005a00"})
  await page.close()
})

test("a parked node goes to the pool when the focus and the selection are elsewhere", async () => {
  const {page} = await open({sections: [ids(400)]})
  await page.evaluate(() => { nodeOf("a003").focus(); window.parked = nodeOf("a003") })
  await scrollTo(page, 4000)
  assert.ok(await page.evaluate(() => parked.isConnected && document.activeElement == parked))
  await page.evaluate(() => document.getElementById("after").focus())
  await page.waitFor(() => ![...view.cells.values()].some(({element}) => element.id == "a003"))
  await page.close()
})

test("when the item with the focus is deleted, the next one has the focus, and behind the last one the one before", async () => {
  const {id, page} = await open({sections: [ids(12)]})
  await page.evaluate(() => nodeOf("a003").focus())
  await change(id, [{op: "deleteItems", ids: ["a003"]}])
  await page.waitFor(() => !view.mirror.get("a003"))
  await page.waitFor(() => document.activeElement == nodeOf("a004"))
  await page.evaluate(() => nodeOf("a011").focus())
  await change(id, [{op: "deleteItems", ids: ["a011"]}])
  await page.waitFor(() => document.activeElement == nodeOf("a010"))
  await page.close()
})

test("rows that come in front move the row with the focus and not the focus", async () => {
  const {id, page} = await open()
  await page.evaluate(() => { nodeOf("a003").focus(); window.kept = nodeOf("a003"); window.blurs = 0; kept.onblur = () => blurs++ })
  await change(id, [{op: "insertItems", at: [[0, 0], [0, 1]], items: [{id: "new0"}, {id: "new1"}]},
    {op: "moveItem", id: "a009", before: "a000"}])
  await page.waitFor(() => view.mirror.get("new1") && shownOrder().includes("a009"))
  assert.deepEqual(await page.evaluate(() => [document.activeElement == kept, blurs]), [true, 0])
  assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll(".tessera-layer > .tessera-cell:not([inert])")].map(node => node.textContent)),
    await page.evaluate(() => view.mirror.ordered().map(({id}) => id)), "the order of the document")
  await page.close()
})

test("one cell of a list is in the tab order, and arrows, Home, End and the Page keys move the focus to the ends", async () => {
  const {page} = await open({sections: [ids(300)]})
  await page.evaluate(() => document.getElementById("before").focus())
  await page.key("Tab")
  assert.equal(await page.evaluate(focused), "a000")
  await page.key("ArrowDown")
  await page.key("ArrowDown")
  await page.key("ArrowUp")
  assert.equal(await page.evaluate(focused), "a001")
  await page.key("PageDown")
  assert.equal(await page.evaluate(focused), "a016")
  assert.ok(await page.evaluate(isSeen, "a016"))
  await page.key("PageUp")
  assert.equal(await page.evaluate(focused), "a001")
  await page.key("End")
  await page.waitFor(() => document.activeElement == nodeOf("a299"))
  await page.waitFor(isSeen, "a299")
  await page.key("ArrowUp")
  assert.equal(await page.evaluate(focused), "a298")
  await page.key("Home")
  await page.waitFor(() => document.activeElement == nodeOf("a000"))
  await page.waitFor(isSeen, "a000")
  await page.key("ArrowDown")
  assert.equal(await page.evaluate(() => document.querySelectorAll(".tessera-cell[tabindex='0']").length), 1)
  await page.key("Tab")
  assert.equal(await page.evaluate(() => document.activeElement.id), "after")
  await page.key("Tab", {shift: true})
  assert.equal(await page.evaluate(focused), "a001")
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("an arrow goes on from the row with the focus when that was scrolled away", async () => {
  const {page} = await open({sections: [ids(400)]})
  await page.evaluate(() => nodeOf("a003").focus())
  await scrollTo(page, 6000)
  await page.waitFor(() => !view.mirror.get("a003"))
  await page.key("ArrowDown")
  await page.waitFor(() => nodeOf("a004") && document.activeElement == nodeOf("a004"))
  await page.waitFor(isSeen, "a004")
  await page.close()
})

test("from right to left, the arrows of a grid go where they point", async () => {
  const {page} = await open({layout: {kind: "grid", columns: 3, rowHeight: 80}}, {role: "grid"}, "&dir=rtl")
  await page.evaluate(() => nodeOf("a004").focus())
  const at = id => page.evaluate(id => rectOf(id).x, id)
  assert.ok(await at("a003") > await at("a004"), "the first column is at the right")
  await page.key("ArrowRight")
  assert.equal(await page.evaluate(focused), "a003")
  await page.key("ArrowLeft")
  await page.key("ArrowLeft")
  assert.equal(await page.evaluate(focused), "a005")
  await page.key("ArrowLeft")
  assert.equal(await page.evaluate(focused), "a005", "the edge")
  await page.key("Home")
  assert.equal(await page.evaluate(focused), "a003")
  await page.key("End")
  assert.equal(await page.evaluate(focused), "a005")
  await page.key("ArrowDown")
  assert.equal(await page.evaluate(focused), "a008")
  await page.key("End", {control: true})
  await page.waitFor(() => document.activeElement == nodeOf("a099"))
  await page.key("Home", {control: true})
  await page.waitFor(() => document.activeElement == nodeOf("a000"))
  await page.close()
})

test("in a feed the Page keys go from article to article, and Control with Home or End out of it", async () => {
  const {page} = await open({layout: {kind: "list", rowHeight: 200}}, {role: "feed", inner: "grip"})
  await page.evaluate(() => nodeOf("a001").querySelector("button").focus())
  await page.key("PageDown")
  assert.equal(await page.evaluate(focused), "=a002")
  await page.key("PageDown")
  await page.key("PageDown")
  assert.equal(await page.evaluate(focused), "=a004")
  assert.ok(await page.evaluate(isSeen, "a004"))
  await page.key("PageUp")
  assert.equal(await page.evaluate(focused), "=a003")
  await page.key("End", {control: true})
  assert.equal(await page.evaluate(() => document.activeElement.id), "after")
  await page.evaluate(() => nodeOf("a003").focus())
  await page.key("Home", {control: true})
  assert.equal(await page.evaluate(() => document.activeElement.id), "before")
  await page.waitFor(() => list.ariaBusy == "false")
  await page.close()
})

test("insertions, deletions and moves by others are announced once, and so is the loss of the network", async () => {
  const {id, page} = await open()
  await eventually(() => hasStream(gateway, id))
  const items = Array.from({length: 30}, (_, index) => ({id: `new${index}`}))
  await change(id, [{op: "insertItems", at: items.map((_, index) => [0, index + 3]), items}])
  await page.waitFor(() => said.includes("30 items added"))
  await change(id, [{op: "deleteItems", ids: ["a000"]}])
  await page.waitFor(() => said.includes("1 item removed"))
  await change(id, [{op: "moveItem", id: "a001", after: "new4"}])
  await page.waitFor(() => said.includes("1 item moved"))
  gateway.offline(true)
  await page.waitFor(() => said.includes("Offline"))
  gateway.offline(false)
  await page.waitFor(() => said.includes("Online again"))
  await page.close()
})
