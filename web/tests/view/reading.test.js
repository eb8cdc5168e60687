// The rows that the reader sees stay in place, and those behind a pinned header are not seen.

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { faults, isQuiet, openStage, rows, updates } from "./stage.js"

let stage
before(async () => { stage = await openStage() })
after(() => stage?.close())

const list = {kind: "list", rowHeight: 50}
const sections = count => Array.from({length: count}, (_, section) => (
  {header: {size: [400, 40]}, footer: {size: [400, 30]}, items: rows(30, `s${section}-`)}))

const settle = async page => {
  await page.evaluate(() => { probe.still = 0 })
  await page.waitFor(isQuiet)
}

/** Scrolls as a user does, and waits until the service knows. */
async function scroll(page, property, position) {
  await page.evaluate((property, position) => { view.element[property] = position }, property, position)
  await settle(page)
}

/** Where the edges of an item's cell are in the viewport, whole pixels. Runs in the page. */
const edges = id => {
  const {top, bottom, left, right} = view.cells.get(view.mirror.get(id)?.key)?.node.getBoundingClientRect() ?? {}
  return [top, bottom, left, right].map(Math.round)
}

test("rows behind a pinned header or footer are not visible, and arrows put no focus there", async () => {
  await stage.create("behind", list, sections(4))
  const page = await stage.show("behind")
  await page.waitFor(() => document.querySelector(".tessera-pinned .tessera-footer"))
  // s0-10 lies from 540 to 590, the header covers 500 to 540; s0-24 begins at 1240, the footer covers 1270 to 1300.
  await scroll(page, "scrollTop", 500)
  const ids = await page.evaluate(() => view.visible.filter(({category}) => category == "cell").map(({id}) => id))
  assert.deepEqual([ids[0], ids[ids.length - 1]], ["s0-10", "s0-24"])
  assert.deepEqual(await page.evaluate(() => view.visible.filter(({pins}) => pins).map(({kind}) => kind)), ["header", "footer"])
  assert.deepEqual(await page.evaluate(() => view.seen), {x: 0, y: 540, width: 400, height: 730})

  await page.evaluate(() => view.cells.get(view.mirror.get("s0-10").key).node.focus())
  await page.key("ArrowUp")
  await page.waitFor(() => document.activeElement.textContent.startsWith("s0-9"))
  await settle(page)
  assert.deepEqual((await page.evaluate(edges, "s0-9")).slice(0, 2), [40, 90])
  await page.evaluate(() => view.cells.get(view.mirror.get("s0-23").key).node.focus())
  await page.key("ArrowDown")
  await page.waitFor(() => document.activeElement.textContent.startsWith("s0-24"))
  await settle(page)
  assert.deepEqual((await page.evaluate(edges, "s0-24")).slice(0, 2), [720, 770])
  await page.close()
})

for (const behavior of ["auto", "smooth"]) {
  test(`scrollTo brings a row beside the views that pin in its section: ${behavior}`, async () => {
    const id = `beside-${behavior}`
    await stage.create(id, list, sections(4))
    const page = await stage.show(id)
    await page.waitFor(() => document.querySelector(".tessera-pinned .tessera-footer"))
    for (const [item, position, top] of [["s0-20", "start", 40], ["s0-22", "top", 40], ["s0-25", "end", 720], ["s0-15", "center", 380],
      ["s0-20", "bottom", 720], ["s0-2", "nearest", 40]]) {
      await page.evaluate((id, options) => view.scrollTo(id, options), item, {position, behavior})
      await settle(page)
      assert.deepEqual((await page.evaluate(edges, item)).slice(0, 2), [top, top + 50], `${item} ${position}`)
    }
    await page.close()
  })

  test(`from right to left, start is the right edge and left is the left one: ${behavior}`, async () => {
    const layout = {kind: "flow", scrollDirection: "horizontal", itemSize: [100, 800], minimumLineSpacing: 0, minimumInteritemSpacing: 0}
    const id = `mirrored-${behavior}`
    await stage.create(id, layout, [{items: rows(100)}])
    const page = await stage.show(id, {}, "&dir=rtl")
    for (const [item, position, left] of [["m6", "start", 300], ["m8", "end", 0], ["m7", "center", 150], ["m9", "left", 0],
      ["m5", "right", 300]]) {
      await page.evaluate((id, options) => view.scrollTo(id, options), item, {position, behavior})
      await settle(page)
      assert.deepEqual((await page.evaluate(edges, item)).slice(2), [left, left + 100], `${item} ${position}`)
    }
    await page.close()
  })
}

test("a row behind a pinned header does not stay in place, and the one below it does, also while the user scrolls", async () => {
  await stage.create("anchors", list, sections(2))
  const page = await stage.show("anchors")
  await page.waitFor(() => document.querySelector(".tessera-pinned"))
  await scroll(page, "scrollTop", 500)
  assert.deepEqual((await page.evaluate(edges, "s0-10")).slice(0, 2), [40, 90])
  // s0-9 is behind the header.
  await updates(stage.service, "anchors", [{op: "insertItems", at: [[0, 10]], items: [{id: "a"}]}])
  await page.waitFor(() => view.mirror.get("a"))
  await settle(page)
  assert.deepEqual((await page.evaluate(edges, "s0-10")).slice(0, 2), [40, 90])

  stage.gateway.latency = 300
  await page.evaluate(() => { view.element.scrollTop += 100 })
  await updates(stage.service, "anchors", [{op: "insertItems", at: [[0, 13]], items: [{id: "b"}]}])
  await page.waitFor(() => view.mirror.get("b"))
  await settle(page)
  stage.gateway.latency = 0
  assert.deepEqual((await page.evaluate(edges, "s0-12")).slice(0, 2), [40, 90])
  assert.deepEqual(await page.evaluate(faults), [])
  await page.close()
})

for (const isAtRest of [true, false]) {
  test(`the screen does not follow a row that another client moves away: ${isAtRest ? "at rest" : "while the user scrolls"}`, async () => {
    const id = `moved-${isAtRest}`
    await stage.create(id, list, [{items: rows(200)}])
    const page = await stage.show(id)
    await scroll(page, "scrollTop", 2000)
    if (!isAtRest) {
      stage.gateway.latency = 300
      await page.evaluate(() => { view.element.scrollTop = 2100 })
    }
    const [first, next] = isAtRest ? ["m40", "m41"] : ["m42", "m43"]
    await updates(stage.service, id, [{op: "moveItem", id: first, after: "m190"}])
    await page.waitFor(id => !view.mirror.get(id) || view.mirror.get(id).indexPath[1] > 100, first)
    await settle(page)
    stage.gateway.latency = 0
    assert.deepEqual((await page.evaluate(edges, next)).slice(0, 2), [50, 100])
    await page.close()
  })
}

test("rows that leave the window while the user scrolls are found again", async () => {
  await stage.create("far", list, [{items: rows(200)}])
  const page = await stage.show("far")
  stage.gateway.latency = 400
  await page.evaluate(() => { view.element.scrollTop = 200 })
  const items = rows(100, "new")
  await updates(stage.service, "far", [{op: "insertItems", at: items.map((_, index) => [0, index]), items}])
  await page.waitFor(() => view.mirror.version > 1)
  await settle(page)
  stage.gateway.latency = 0
  await settle(page)
  assert.deepEqual((await page.evaluate(edges, "m4")).slice(0, 2), [0, 50])
  assert.deepEqual(await page.evaluate(faults), [])
  await page.close()
})

for (const isAtRest of [true, false]) {
  test(`a view that gets another layout keeps the row that is read: ${isAtRest ? "at rest" : "while the user scrolls"}`, async () => {
    const id = `layout-${isAtRest}`
    await stage.create(id, list, [{items: rows(400)}])
    const page = await stage.show(id, {layout: {kind: "list", rowHeight: 60}})
    await scroll(page, "scrollTop", 9000)
    assert.deepEqual((await page.evaluate(edges, "m150")).slice(0, 2), [0, 60])
    await page.evaluate(isAtRest => {
      if (!isAtRest) view.element.scrollTop += 120
      return view.setLayout({kind: "grid", columns: 4, rowHeight: 120, columnSpacing: 0, rowSpacing: 0})
    }, isAtRest)
    await page.waitFor(() => view.mirror.ordered()[0].frame.width == 100)
    await settle(page)
    const item = isAtRest ? "m150" : "m152"
    assert.deepEqual((await page.evaluate(edges, item)).slice(0, 2), [0, 120])
    assert.deepEqual(await page.evaluate(faults), [])
    await page.close()
  })
}

for (const dir of ["ltr", "rtl"]) {
  test(`in a narrower element the leading edge of a row stays: ${dir}`, async () => {
    const layout = {kind: "flow", scrollDirection: "horizontal", itemSize: [100, 800], minimumLineSpacing: 0, minimumInteritemSpacing: 0}
    await stage.create(dir, layout, [{items: rows(100)}])
    const page = await stage.show(dir, {}, `&dir=${dir}`), isReversed = dir == "rtl"
    // The distance of the leading edge of the tenth item from that of the element.
    const distance = isReversed => {
      const {left, right} = view.cells.get(view.mirror.get("m10").key).node.getBoundingClientRect()
      const list = view.element.getBoundingClientRect()
      return Math.round(isReversed ? list.right - right : left - list.left)
    }
    await scroll(page, "scrollLeft", isReversed ? -1010 : 1010)
    assert.equal(await page.evaluate(distance, isReversed), -10)
    await page.evaluate(() => { view.element.style.width = "250px" })
    await page.waitFor(() => view.mirror.bounds.width == 250)
    await settle(page)
    assert.equal(await page.evaluate(distance, isReversed), -10)
    assert.deepEqual(await page.evaluate(faults), [])
    await page.close()
  })
}

test("pages that are as wide as the element keep their item when the element is turned", async () => {
  const layout = {kind: "compositional", scrollDirection: "horizontal", sections: [{
    group: {size: {width: {fractionalWidth: 1}}, items: [{}]}}]}
  await stage.create("turned", layout, [{items: rows(20, "p")}])
  const page = await stage.show("turned", {paging: true})
  await scroll(page, "scrollLeft", 2800)
  assert.deepEqual(await page.evaluate(edges, "p7"), [0, 800, 0, 400])
  for (const [width, height] of [[250, 600], [400, 800]]) {
    await page.evaluate((width, height) => Object.assign(view.element.style, {width: `${width}px`, height: `${height}px`}), width, height)
    await page.waitFor(width => view.mirror.bounds.width == width, width)
    await settle(page)
    assert.deepEqual(await page.evaluate(edges, "p7"), [0, height, 0, width])
  }
  await page.close()
})
