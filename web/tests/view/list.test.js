// Runs in Firefox too.
import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { eventually } from "../support/wait.js"
import { faults, openStage, rows, settle, updates } from "./stage.js"

const automatic = {kind: "list", rowHeight: "automatic"}
let stage
before(async () => { stage = await openStage() })
after(() => stage?.close())

const run = (page, step, limit = 120) => page.evaluate(`Object.assign(probe, {limit: ${limit}, step: ${step}, frames: 0, wrong: 0,
  jump: 0, isRunning: true})`).then(() => page.waitFor(() => !probe.isRunning)).then(() => page.evaluate(() => ({...probe, step: 0})))

test("rows of unknown height are measured before they are seen, and scroll without a wrong frame", async () => {
  await stage.create("inbox", automatic, [{items: rows(20_000)}])
  const page = await stage.show("inbox", {measure: "dom"})
  stage.gateway.latency = 40
  const {wrong, jump} = await run(page, "() => probe.ahead(40)")
  stage.gateway.latency = 0
  assert.equal(wrong, 0)
  assert.ok(jump <= 1, `a row has moved by ${jump} px`)
  await settle(page)
  assert.deepEqual(await page.evaluate(faults), [])
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("a measured row moves those behind it before the service knows its height", async () => {
  await stage.create("slow", automatic, [{items: rows(1000)}])
  const page = await stage.show("slow", {measure: "dom", animation: false})
  stage.gateway.latency = 3000
  const {status} = await updates(stage.service, "slow", [{op: "insertItems", at: [[0, 0]], items: [{id: "tall-row"}]}])
  assert.equal(status, 200)
  await page.waitFor(() => view.mirror.get("tall-row"))
  const gaps = await page.waitFor(() => {
    if (![...view.cells.values()].some(cell => cell.isPending)) return undefined
    const rects = view.sorted.map(({node}) => node.getBoundingClientRect())
    return rects.slice(1).map(({top}, index) => top - rects[index].bottom).filter(gap => Math.abs(gap) > 0.5)
  })
  assert.deepEqual(gaps, [])
  stage.gateway.latency = 0
  await page.close()
})

test("visible rows stay in place when 50 rows are inserted in front while the page scrolls", async () => {
  await stage.create("busy", automatic, [{items: rows(1000)}])
  const page = await stage.show("busy", {measure: "dom"})
  const running = run(page, "() => probe.ahead(10)")
  for (let batch = 0; batch < 3; batch++) {
    await page.waitFor(batch => probe.frames > 20 * (batch + 1) || !probe.isRunning, batch)
    const inserted = rows(50, `n${batch}-`)
    const {status} = await updates(stage.service, "busy", [{op: "insertItems", at: inserted.map((_, item) => [0, item]), items: inserted}])
    assert.equal(status, 200)
  }
  const {wrong, jump} = await running
  assert.equal(wrong, 0)
  assert.equal(jump, 0)
  await page.waitFor(() => view.mirror.itemCounts.get(0) == 1150)
  await settle(page)
  assert.deepEqual(await page.evaluate(faults), [])
  await page.close()
})

test("a row that moves and gets other content shows it, after a batch and after a snapshot", async () => {
  const item = (id, text = `old ${id}`) => ({id, content: {text}})
  await stage.create("facts", {kind: "list", rowHeight: 40}, [{id: "s", items: ["a", "b", "c", "d"].map(id => item(id))}])
  const page = await stage.show("facts", {})
  const shows = texts => page.waitFor(texts => `${view.sorted.map(({node}) => node.textContent)}` == texts, `${texts}`)
  await shows(["old a", "old b", "old c", "old d"])
  const {status} = await updates(stage.service, "facts",
    [{op: "reconfigureItems", ids: ["a"], items: [item("a", "new a")]}, {op: "moveItem", id: "a", after: "c"}])
  assert.equal(status, 200)
  await shows(["old b", "old c", "new a", "old d"])
  const snapshot = await stage.service.ask("PUT", "/v1/collections/facts/snapshot",
    {sections: [{id: "s", items: [item("d", "new d"), item("b"), item("c"), item("a", "new a")]}]})
  assert.equal(snapshot.status, 200)
  await shows(["new d", "old b", "old c", "new a"])
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("scrollTo brings a row far away to its place, however many rows are measured on the way", async () => {
  await stage.create("deep", automatic, [{items: rows(20_000)}])
  const page = await stage.show("deep", {measure: "dom"})
  for (const [id, position] of [["m13412", "top"], ["m19999", "bottom"], ["m10000", "centeredVertically"], ["m0", "top"]]) {
    await page.evaluate((id, position) => view.scrollTo(id, {position}), id, position)
    await settle(page)
    const [top, height] = await page.evaluate(id => {
      const {node} = view.cells.get(view.mirror.get(id).key), {top, height} = node.getBoundingClientRect()
      return [top, height]
    }, id)
    const expected = {top: 0, bottom: 800 - height, centeredVertically: (800 - height) / 2}[position]
    assert.ok(Math.abs(top - expected) <= 0.51, `${id} is at ${top}, expected ${expected}`)
    assert.deepEqual(await page.evaluate(faults), [])
  }
  await page.close()
})

test("rows that are measured above the viewport do not move visible rows", async () => {
  await stage.create("upward", automatic, [{items: rows(20_000)}])
  const page = await stage.show("upward", {measure: "dom"})
  await page.evaluate(() => view.scrollTo("m10000", {position: "top"}))
  await settle(page)
  stage.gateway.latency = 40
  const {wrong, jump} = await run(page, "() => probe.ahead(-40)")
  stage.gateway.latency = 0
  assert.equal(wrong, 0)
  assert.ok(jump <= 1, `a row has moved by ${jump} px`)
  await settle(page)
  assert.deepEqual(await page.evaluate(faults), [])
  await page.close()
})

test("a smooth scrollTo within the window ends at the row", async () => {
  await stage.create("smooth", automatic, [{items: rows(100)}])
  const page = await stage.show("smooth", {measure: "dom"})
  await page.evaluate(() => view.scrollTo("m15", {position: "top", behavior: "smooth"}))
  assert.ok(Math.abs(await page.evaluate(() => view.cells.get(view.mirror.get("m15").key).node.getBoundingClientRect().top)) <= 1)
  await page.close()
})

test("rows that the service measures are not measured in the page", async () => {
  await stage.create("served", {kind: "list", rowHeight: "automatic"}, [{items: rows(200)}])
  const page = await stage.show("served", {measure: "server"})
  await run(page, "() => probe.ahead(60)", 60)
  await settle(page)
  assert.deepEqual(await page.evaluate(faults), [])
  const bodies = stage.gateway.log.filter(({path, method}) => method == "PUT" && path.includes("/served/"))
  assert.ok(bodies.length > 0 && bodies.every(({json}) => !json.measurements?.length))
  await page.close()
})

test("a rotated element keeps the first row that was seen", async () => {
  await stage.create("turned", automatic, [{items: rows(500)}])
  const page = await stage.show("turned", {measure: "dom"})
  await page.evaluate(() => view.scrollTo("m100", {position: "top"}))
  await settle(page)
  await page.emulate({width: 800, height: 400})
  await page.waitFor(() => view.mirror.bounds.width > 700)
  await settle(page)
  assert.deepEqual(await page.evaluate(faults), [])
  assert.equal(await page.evaluate(() => view.visible[0].id), "m100")
  await page.close()
})

test("data of rows without ids are loaded as they come into the window, each once", async () => {
  await stage.create("archive", automatic, [{itemCount: 100_000}])
  const page = await stage.show("archive", {measure: "dom"}, "&load")
  await page.waitFor(() => view.visible.every(({id}) => id))
  stage.gateway.latency = 200
  await page.evaluate(() => { view.element.scrollTop = 100_000 })
  await page.waitFor(() => view.contentOffset.y > 1000 && view.visible.length > 0 && view.visible.every(({id}) => id))
  await settle(page)
  stage.gateway.latency = 0
  const asked = await page.evaluate(() => loaded.flat().map(path => path[1]))
  assert.equal(new Set(asked).size, asked.length)
  assert.ok(asked.length < 300)
  assert.deepEqual(await page.evaluate(faults), [])
  await page.close()
})

test("nodes are used again, and a reconfigured row is filled again", async () => {
  await stage.create("pool", {kind: "list", rowHeight: 50}, [{items: rows(1000)}])
  const page = await stage.show("pool")
  await run(page, "() => probe.ahead(100)", 200)
  await settle(page)
  const [count, filled] = await page.evaluate(() => [nodes.size, rendered.length])
  assert.ok(filled > 1.5 * count, `${count} nodes for ${filled} rows`)
  await page.evaluate(() => { window.row = view.visible[2].indexPath })
  const row = await page.evaluate(() => row)
  await updates(stage.service, "pool", [{op: "reconfigureItems", at: [row], items: [{id: "other"}]}])
  await page.waitFor(() => view.visible[2].id == "other")
  assert.equal(await page.evaluate(() => view.cells.get(view.visible[2].key).node.textContent.split(" ")[0]), "other")
  assert.equal(await page.evaluate(() => rendered.filter(id => id == "other").length), 1)
  await page.close()
})

test("a destroyed view leaves the element empty and its viewport deleted", async () => {
  await stage.create("gone", automatic, [{items: rows(100)}])
  const page = await stage.show("gone", {measure: "dom", name: "mine"})
  await page.evaluate(() => view.destroy())
  assert.equal(await page.evaluate(() => document.getElementById("list").children.length), 0)
  await eventually(async () => (await stage.service.ask("GET", "/v1/collections/gone/attributes?viewport=mine")).status == 404)
  await page.close()
})
