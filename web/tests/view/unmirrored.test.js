// Layouts that do not mirror, in a page that is read from right to left.
// Runs in Firefox too.
import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { skip as skipsEngine } from "../engine/module.js"
import { faults, isQuiet, openStage, rows, settle, updates } from "./stage.js"

let stage
before(async () => { stage = await openStage() })
after(() => stage?.close())

const unmirrored = {flipsHorizontallyInOppositeLayoutDirection: false}
const shelf = {
  kind: "flow", scrollDirection: "horizontal", itemSize: [100, 800], minimumLineSpacing: 0, minimumInteritemSpacing: 0,
  headerReferenceSize: [30, 0], footerReferenceSize: [20, 0], sectionHeadersPinToVisibleBounds: true,
  sectionFootersPinToVisibleBounds: true, ...unmirrored,
}
/** Sections of 2,050 px. */
const shelves = Array.from({length: 4}, (_, section) => (
  {id: `s${section}`, indexTitle: "ABCD"[section], items: rows(20, `s${section}-`)}))

const show = (id, options) => stage.show(id, options, "&dir=rtl")
const engines = [{engine: "server"}, {engine: "page"}]

/** Where an element begins and ends in the view. Runs in the page. */
const edges = name => {
  const isNamed = ({id, kind, indexPath}) => id == name || `${kind} ${indexPath[0]}` == name
  const cell = [...view.cells.values()].find(({element}) => isNamed(element))
  const {left, right} = cell.node.getBoundingClientRect(), {element} = view
  // A scroll bar may stand at the left.
  const origin = element.getBoundingClientRect().left + element.clientLeft
  return [Math.round(left - origin), Math.round(right - origin)]
}

async function scrollTo(page, x) {
  await page.evaluate(x => {
    view.scrollBy(x - view.contentOffset.x, 0)
    probe.still = 0
  }, x)
  await page.waitFor(isQuiet)
}

for (const {engine} of engines) {
  const skip = engine == "page" && skipsEngine

  test(`the first items are seen first, at the left, and headers and footers pin: ${engine}`, {skip}, async () => {
    const id = `pinned-${engine}`
    await stage.create(id, shelf, shelves)
    const page = await show(id, {engine})
    await settle(page)
    assert.deepEqual(await page.evaluate(faults), [])
    const places = [[0, 0, 380], [450, 0, 380], [1700, 0, 330], [2025, -25, -15], [3000, 0, 380]]
    for (const [offset, header, footer] of places) {
      await scrollTo(page, offset)
      const section = Math.floor(offset / 2050), within = offset - 2050 * section
      assert.equal(await page.evaluate(() => view.contentOffset.x), offset)
      assert.deepEqual(await page.evaluate(edges, `header ${section}`), [header, header + 30], `${offset}`)
      if (footer > 0) assert.deepEqual(await page.evaluate(edges, `footer ${section}`), [footer, footer + 20], `${offset}`)
      const item = Math.min(19, Math.floor(within / 100)), [start] = await page.evaluate(edges, `s${section}-${item}`)
      assert.equal(start, 30 + item * 100 - within)
    }
    assert.equal(await page.evaluate(() => getComputedStyle(view.sorted[0].node).direction), "rtl")
    assert.deepEqual(page.errors, [])
    await page.close()
  })

  test(`items stay in place, and titles, items and edges are scrolled to: ${engine}`, {skip}, async () => {
    const id = `goals-${engine}`
    await stage.create(id, shelf, shelves)
    const page = await show(id, {engine})
    await scrollTo(page, 1005)
    const before = await page.evaluate(edges, "s0-10")
    await updates(stage.service, id, [{op: "insertItems", at: [[0, 0], [0, 1]], items: [{id: "new"}, {id: "newer"}]}])
    await page.waitFor(() => view.mirror.get("s0-10")?.indexPath[1] == 12)
    await settle(page)
    assert.deepEqual(await page.evaluate(edges, "s0-10"), before)
    for (const behavior of ["auto", "smooth"]) {
      await page.evaluate(behavior => view.scrollTo("s0-15", {position: "start", behavior}), behavior)
      await settle(page)
      assert.deepEqual(await page.evaluate(edges, "s0-15"), [30, 130], behavior)
      await page.evaluate(behavior => view.scrollTo("s0-12", {position: "right", behavior}), behavior)
      await settle(page)
      assert.deepEqual(await page.evaluate(edges, "s0-12"), [280, 380], behavior)
    }
    assert.equal(await page.evaluate(() => view.scrollToIndexTitle("C")), true)
    await settle(page)
    assert.deepEqual(await page.evaluate(edges, "header 2"), [0, 30])
    assert.equal(await page.evaluate(() => view.contentOffset.x), 2 * 2050 + 200)
    await page.evaluate(() => view.scrollTo({edge: "end"}))
    await settle(page)
    assert.deepEqual(await page.evaluate(edges, "s3-19"), [280, 380])
    await page.evaluate(() => view.scrollTo({edge: "start"}))
    await settle(page)
    assert.equal(await page.evaluate(() => view.contentOffset.x), 0)
    await page.evaluate(() => { view.element.style.width = "250px" })
    await page.waitFor(() => view.mirror.bounds.width == 250)
    await settle(page)
    assert.equal(await page.evaluate(() => view.contentOffset.x), 0)
    assert.deepEqual(await page.evaluate(faults), [])
    await page.close()
  })

  test(`a section that scrolls across goes on to the right, and its cells are read from the right: ${engine}`, {skip}, async () => {
    const id = `strips-${engine}`
    const group = {size: {width: 160, height: 120}, items: [{}]}
    await stage.create(id, {kind: "compositional", ...unmirrored, sections: [
      {group, interGroupSpacing: 10, contentInsets: [10, 10, 10, 10], orthogonalScrollingBehavior: "groupPaging"},
      {group: {size: {height: 60}, items: [{}]}},
    ]}, [{items: rows(100)}, {items: rows(200, "n")}])
    const page = await show(id, {engine})
    await page.waitFor(() => document.querySelector(".tessera-strip .tessera-cell"))
    assert.deepEqual(await page.evaluate(edges, "m0"), [10, 170])
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector(".tessera-strip .tessera-cell")).direction), "rtl")
    await page.evaluate(() => { probe.still = 0; document.querySelector(".tessera-strip").scrollLeft = 1700 })
    await page.waitFor(() => view.mirror.orthogonalSections[0].offset == 1700 && view.mirror.get("m12"))
    await page.waitFor(isQuiet)
    assert.deepEqual(await page.evaluate(edges, "m10"), [10, 170])
    await updates(stage.service, id, [{op: "insertItems", at: [[0, 0]], items: [{id: "new"}]}])
    await page.waitFor(() => view.mirror.get("m10")?.indexPath[1] == 11)
    await settle(page)
    assert.deepEqual(await page.evaluate(edges, "m10"), [10, 170])
    // A layout that mirrors begins at the right, and its strips do.
    await page.evaluate(group => view.setLayout({kind: "compositional", sections: [
      {group, interGroupSpacing: 10, contentInsets: [10, 10, 10, 10], orthogonalScrollingBehavior: "groupPaging"}]}), group)
    await page.waitFor(() => view.mirror.isMirrored)
    await settle(page)
    const isInPlace = () => {
      const cell = view.cells.get(view.mirror.get("m10")?.key)
      return Math.abs(cell?.node.getBoundingClientRect().right - 390) < 1
    }
    await page.waitFor(isInPlace)
    await page.close()
  })
}

test("arrows and the Page keys go where they point, also beyond the window", async () => {
  await stage.create("keys", shelf, shelves)
  const page = await show("keys", {overscan: {before: 0, after: 0.1}})
  const focused = () => document.activeElement?.textContent.split(" ")[0]
  await page.waitFor(() => document.querySelector("[tabindex='0']"))
  await page.evaluate(() => view.cells.get(view.mirror.get("s0-1").key).node.focus())
  await page.key("ArrowLeft")
  await page.waitFor(`(${focused})() == "s0-0"`)
  for (let item = 1; item <= 8; item++) {
    await page.key("ArrowRight")
    await page.waitFor(`(${focused})() == "s0-${item}"`)
  }
  await settle(page)
  const [left, right] = await page.evaluate(edges, "s0-8")
  assert.ok(left >= 30 && right <= 380, `${left}, ${right}`)
  await page.key("PageDown")
  await page.waitFor(`parseInt((${focused})().slice(3)) > 8`)
  await page.key("End")
  await page.waitFor(`(${focused})() == "s3-19"`)
  await page.key("Home")
  await page.waitFor(`(${focused})() == "s0-0"`)
  await page.close()
})

test("the arrow to the end of an indented row expands it", async () => {
  const layout = {kind: "list", rowHeight: 50, indentationWidth: 20, ...unmirrored}
  await stage.create("outline", layout, [{items: [{id: "a", isExpanded: false}, {id: "b", parent: "a"}, {id: "c"}]}])
  const page = await show("outline", {role: "tree"})
  await page.waitFor(() => view.cells.get(view.mirror.get("a").key).node.ariaLevel)
  await page.evaluate(() => view.cells.get(view.mirror.get("a").key).node.focus())
  await page.key("ArrowRight")
  await page.waitFor(() => view.mirror.get("b"))
  await settle(page)
  assert.deepEqual(await page.evaluate(edges, "b"), [20, 400])
  await page.key("ArrowLeft")
  await page.waitFor(() => !view.mirror.get("b"))
  await page.close()
})

test("an item is dragged under the pointer, and scrolls on at the right edge", async () => {
  await stage.create("drag", {...shelf, itemSize: [100, 380], headerReferenceSize: [0, 0], footerReferenceSize: [0, 0]},
    [{items: rows(60)}])
  const page = await show("drag", {reorder: true})
  await page.waitFor(() => document.querySelector(".tessera-announcements"))
  await page.evaluate(() => import("/client/interaction/Drag.js").then(() => new Promise(done => setTimeout(done))))
  const order = () => page.evaluate(() => view.visible.filter(({category}) => category == "cell").map(({id}) => id))
  // Two items lie one over the other in each line.
  assert.deepEqual((await order()).slice(0, 4), ["m0", "m1", "m2", "m3"])
  await page.pointer("move", 50, 100)
  await page.pointer("down", 50, 100)
  for (const x of [80, 120, 160]) await page.pointer("move", x, 100)
  await page.waitFor(() => view.mirror.held !== undefined)
  assert.deepEqual(await page.evaluate(edges, "m0"), [110, 210], "it is under the pointer")
  await page.pointer("move", 398, 100)
  await page.waitFor(() => view.contentOffset.x > 600)
  await page.pointer("move", 200, 100)
  await settle(page)
  await page.pointer("up", 200, 100)
  await page.waitFor(() => document.querySelector(".tessera-held") == null && view.mirror.held === undefined)
  await settle(page)
  const {body} = await stage.service.ask("GET", "/v1/collections/drag/attributes")
  const stored = body.attributes.map(({id}) => id)
  assert.ok(stored.indexOf("m0") > 10, stored.join())
  assert.deepEqual(await page.evaluate(faults), [])
  await page.close()
})
