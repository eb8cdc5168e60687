import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { faults, isQuiet, openStage, rows } from "./stage.js"

let stage
before(async () => { stage = await openStage() })
after(() => stage?.close())

const sizes = count => rows(count).map(row => ({...row, estimatedSize: [190, 80]}))

/** Scrolls by steps, and checks after each whether the nodes are at the positions of the mirror. */
async function travel(page, dx, dy, steps = 8) {
  for (let step = 0; step < steps; step++) {
    await page.evaluate((dx, dy) => { probe.still = 0; view.element.scrollBy(dx, dy) }, dx, dy)
    await page.waitFor(isQuiet)
    assert.deepEqual(await page.evaluate(faults), [])
  }
}

test("a grid is where the service puts it", async () => {
  await stage.create("grid", {kind: "grid", columns: 3, rowHeight: 90, rowSpacing: 4, columnSpacing: 6}, [{items: rows(500)}])
  const page = await stage.show("grid")
  await travel(page, 0, 700)
  await page.close()
})

test("a waterfall of measured items is where the service puts it", async () => {
  await stage.create("waterfall", {kind: "waterfall", columnCount: 2}, [{items: sizes(500)}])
  const page = await stage.show("waterfall", {measure: "dom"})
  await travel(page, 0, 900)
  await page.close()
})

test("a layout that scrolls horizontally has its window to the left and the right", async () => {
  await stage.create("wide", {kind: "flow", scrollDirection: "horizontal", itemSize: [120, 180]}, [{items: rows(2000)}])
  const page = await stage.show("wide")
  await travel(page, 500, 0)
  await page.evaluate(() => view.scrollTo("m1999", {position: "right"}))
  await page.waitFor(isQuiet)
  assert.deepEqual(await page.evaluate(faults), [])
  assert.equal(await page.evaluate(() => view.visible.at(-1).id), "m1999")
  await page.close()
})

test("where rows begin at the right, the first items are seen first, and scrolling goes to the left", async () => {
  await stage.create("rtl", {kind: "flow", scrollDirection: "horizontal", itemSize: [120, 180]}, [{items: rows(500)}])
  const page = await stage.show("rtl", {}, "&dir=rtl")
  assert.ok(await page.evaluate(() => view.visible.some(({id}) => id == "m0")), "the first item is not seen")
  await travel(page, -500, 0)
  assert.ok(await page.evaluate(() => view.element.scrollLeft < -3000))
  await page.evaluate(() => view.scrollTo("m499", {position: "left"}))
  await page.waitFor(isQuiet)
  assert.deepEqual(await page.evaluate(faults), [])
  await page.close()
})

test("a list in a page that reads from the right has its rows in place", async () => {
  await stage.create("rtl-list", {kind: "list", rowHeight: "automatic"}, [{items: rows(500)}])
  const page = await stage.show("rtl-list", {measure: "dom"}, "&dir=rtl")
  await travel(page, 0, 900)
  await page.close()
})

test("a circle larger than the element scrolls in both directions", async () => {
  await stage.create("circle", {kind: "circle", itemSize: [80, 80], radius: 900}, [{items: rows(60)}])
  const page = await stage.show("circle")
  const size = await page.evaluate(() => view.mirror.contentSize)
  assert.ok(size.width > 800 && size.height > 800, JSON.stringify(size))
  await travel(page, 300, 300, 5)
  await page.close()
})

test("the elements behind and in front are where zIndex, alpha and transforms put them", async () => {
  await stage.create("stack", {kind: "stack", itemSize: [200, 200]}, [{items: rows(5)}])
  const page = await stage.show("stack")
  const differing = await page.evaluate(() => view.mirror.ordered().filter(element => {
    const style = getComputedStyle(view.cells.get(element.key).node)
    return style.zIndex != (element.zIndex || "auto") || Math.abs(style.opacity - (element.alpha ?? 1)) > 1e-3
  }))
  assert.deepEqual(differing, [])
  assert.ok(await page.evaluate(() => view.mirror.ordered().some(({zIndex}) => zIndex)))
  await page.close()
})

test("decorations and headers of a list move with rows that are measured", async () => {
  await stage.create("decorated", {kind: "list", rowHeight: "automatic", separator: [0, 16, 0, 0]},
    ["a", "b", "c", "d"].map(name => ({header: {size: [400, 30]}, items: rows(40, name)})))
  const page = await stage.show("decorated", {measure: "dom"})
  assert.ok(await page.evaluate(() => view.mirror.ordered().some(({kind}) => kind == "header")))
  await travel(page, 0, 900)
  await page.close()
})

test("a view follows its collection from layout to layout", async () => {
  const strips = {kind: "compositional", sections: [
    {group: {size: {width: 150, height: 100}, items: [{}]}, orthogonalScrollingBehavior: "continuous"},
    {group: {size: {height: 70}, items: [{}]}},
  ]}
  const list = {kind: "list", rowHeight: "automatic"}
  await stage.create("changing", list, ["a", "b", "c"].map(name => ({header: {size: [400, 30]}, items: rows(30, name)})))
  const page = await stage.show("changing", {measure: "dom", animation: false})
  for (const layout of [{kind: "grid", columns: 3, rowHeight: 90}, strips, {kind: "coverFlow"}, strips, list]) {
    await page.evaluate(layout => { probe.still = 0; return view.setLayout(layout) }, layout)
    await page.waitFor(isQuiet)
    await page.waitFor(count => document.querySelectorAll(".tessera-strip").length == count, layout == strips ? 1 : 0)
    const pins = layout == list ? 1 : 0
    await page.waitFor(pins => document.querySelectorAll(".tessera-pinned .tessera-header").length >= pins, pins)
    await page.waitFor(() => view.visible.length > 2)
    if (layout.kind == "grid" || layout == list) {
      await page.waitFor(`(${faults})().filter(fault => !fault.includes("header")).length == 0`)
    }
  }
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("a view with a layout of its own leaves that of the collection alone", async () => {
  await stage.create("own", {kind: "list", rowHeight: 50}, [{items: rows(300)}])
  const page = await stage.show("own", {layout: {kind: "grid", columns: 4, rowHeight: 80}})
  assert.equal(await page.evaluate(() => view.visible.filter(({frame}) => frame.y == 0).length), 4)
  await page.evaluate(() => { probe.still = 0; return view.setLayout({kind: "grid", columns: 2, rowHeight: 80}) })
  await page.waitFor(() => view.visible.filter(({frame}) => frame.y == 0).length == 2)
  assert.equal((await stage.service.ask("GET", "/v1/collections/own")).body.kind, "list")
  await page.close()
})
