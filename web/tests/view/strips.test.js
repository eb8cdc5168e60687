// Runs in Firefox too.
import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { eventually } from "../support/wait.js"
import { isQuiet, openStage, rows } from "./stage.js"

let stage
before(async () => { stage = await openStage({style: ".tessera-strip { background: #ffd }"}) })
after(() => stage?.close())

const layout = behavior => ({
  kind: "compositional",
  sections: [
    {group: {size: {width: 160, height: 120}, items: [{}]}, interGroupSpacing: 10,
      contentInsets: [10, 10, 10, 10], orthogonalScrollingBehavior: behavior},
    {group: {size: {height: 60}, items: [{}]}},
  ],
})

/** Items of the first section that are not where the strip's offset puts them. Runs in the page. */
function misplaced() {
  const strip = document.querySelector(".tessera-strip"), {left, top, width} = strip.getBoundingClientRect(), found = []
  const section = view.mirror.orthogonalSections[0]
  let end = 0
  for (const element of view.mirror.ordered()) {
    if (element.indexPath[0] != 0 || element.category != "cell") continue
    const rect = view.cells.get(element.key).node.getBoundingClientRect(), {frame} = element
    const x = frame.x - section.frame.x - strip.scrollLeft, y = frame.y - section.frame.y
    if (Math.abs(rect.left - left - x) > 0.51 || Math.abs(rect.top - top - y) > 0.51) found.push(`${element.id} ${rect.left}, ${x}`)
    end = Math.max(end, x + frame.width)
  }
  if (end < Math.min(width, section.contentSize.width - strip.scrollLeft - 20)) found.push(`nothing beyond ${end}`)
  return found
}

test("a section that scrolls across shows its items however far it is scrolled, and snaps to its groups", async () => {
  await stage.create("strips", layout("groupPaging"), [{items: rows(300)}, {items: rows(200, "n")}])
  const page = await stage.show("strips")
  await page.waitFor(() => document.querySelector(".tessera-strip .tessera-cell"))
  for (const left of [300, 2000, 9000, 0]) {
    await page.evaluate(left => { probe.still = 0; document.querySelector(".tessera-strip").scrollLeft = left }, left)
    await page.waitFor(isQuiet)
    const offset = () => document.querySelector(".tessera-strip").scrollLeft
    // A smooth scroll to the group, which begins with a response, may take longer than the view is quiet.
    await eventually(async () => {
      const at = await page.evaluate(offset)
      return Math.abs(at / 170 - Math.round(at / 170)) < 0.01 && Math.abs(at - left) <= 86
    }, {what: async () => `the strip rests at ${await page.evaluate(offset)}, expected ${left}`})
    await page.waitFor(`(${misplaced})().length == 0`)
  }
  await page.wheel({x: 200, y: 70, deltaX: 200})
  await page.waitFor(() => document.querySelector(".tessera-strip").scrollLeft == 170)
  await page.close()
})

test("a strip that scrolls out of the window comes back with its items", async () => {
  await stage.create("away", layout("continuous"), [{items: rows(100)}, {items: rows(500, "n")}])
  const page = await stage.show("away")
  await page.waitFor(() => document.querySelector(".tessera-strip .tessera-cell"))
  await page.evaluate(() => { probe.still = 0; view.element.scrollTop = 9000 })
  await page.waitFor(isQuiet)
  await page.waitFor(() => document.querySelectorAll(".tessera-strip").length == 0)
  await page.evaluate(() => { probe.still = 0; view.element.scrollTop = 0 })
  await page.waitFor(() => document.querySelector(".tessera-strip .tessera-cell"))
  await page.waitFor(`(${misplaced})().length == 0`)
  await page.close()
})

/** The items of the first section that are in the page, and where the strip is. Runs in the page. */
function shown() {
  const strip = document.querySelector(".tessera-strip")
  const items = view.mirror.ordered().filter(({category, indexPath}) => category == "cell" && indexPath[0] == 0)
  return {offset: strip.scrollLeft, told: view.mirror.orthogonalSections.find(({section}) => section == 0)?.offset, count: items.length}
}

/** Scrolls the strip, and waits until the service knows. */
async function scroll(page, left) {
  await page.evaluate(left => { probe.still = 0; document.querySelector(".tessera-strip").scrollLeft = left }, left)
  await page.waitFor(`(${shown})().told == ${left}`)
  await page.waitFor(isQuiet)
}

test("a strip has the items near its offset alone", async () => {
  await stage.create("near", layout("continuous"), [{items: rows(300)}, {items: rows(20, "n")}])
  const page = await stage.show("near")
  await page.waitFor(() => document.querySelector(".tessera-strip .tessera-cell"))
  await scroll(page, 30_000)
  const {count} = await page.evaluate(shown)
  assert.ok(count > 3 && count < 40, `${count} items`)
  assert.deepEqual(await page.evaluate(misplaced), [])
  await page.close()
})

test("the seen items of a strip stay in place while others insert items and sections in front of them", async () => {
  await stage.create("insert", layout("continuous"), [{items: rows(300)}, {items: rows(20, "n")}])
  const page = await stage.show("insert")
  await page.waitFor(() => document.querySelector(".tessera-strip .tessera-cell"))
  await scroll(page, 3400)
  const place = () => page.evaluate(() => view.cells.get(view.mirror.get("m20").key).node.getBoundingClientRect().left)
  const before = await place()
  await stage.service.ask("POST", "/v1/collections/insert/updates",
    {updates: [{op: "insertItems", at: [[0, 0], [0, 1]], items: [{id: "new"}, {id: "newer"}]}]})
  await page.waitFor(() => view.mirror.get("m20")?.indexPath[1] == 22 && view.session.isIdle)
  assert.equal(await place(), before)
  assert.equal((await page.evaluate(shown)).offset, 3740)
  // The layout of a section goes by its number: the new one scrolls across, and the old one becomes rows.
  await stage.service.ask("POST", "/v1/collections/insert/updates",
    {updates: [{op: "insertSections", at: [0], sections: [{items: rows(50, "s")}]}]})
  await page.waitFor(() => view.mirror.get("s0") && view.session.isIdle)
  assert.equal((await page.evaluate(shown)).offset, 0)
  await page.close()
})

test("a strip is where it was after it was out of sight, and in another page of the same viewport", async () => {
  await stage.create("again", layout("continuous"), [{items: rows(300)}, {items: rows(500, "n")}])
  let page = await stage.show("again", {name: "tab"})
  await page.waitFor(() => document.querySelector(".tessera-strip .tessera-cell"))
  await scroll(page, 5000)
  await page.evaluate(() => { probe.still = 0; view.element.scrollTop = 9000 })
  await page.waitFor(isQuiet)
  assert.equal(await page.evaluate(() => document.querySelectorAll(".tessera-strip").length), 0)
  await page.evaluate(() => { probe.still = 0; view.element.scrollTop = 0 })
  await page.waitFor(() => document.querySelector(".tessera-strip")?.scrollLeft == 5000)
  await page.waitFor(`(${misplaced})().length == 0`)
  await page.close()
  page = await stage.show("again", {name: "tab"})
  await page.waitFor(() => document.querySelector(".tessera-strip")?.scrollLeft == 5000)
  await page.waitFor(`(${misplaced})().length == 0`)
  await page.close()
})

test("where rows begin at the right, a strip begins there too", async () => {
  await stage.create("right", layout("continuousGroupLeadingBoundary"), [{items: rows(100)}, {items: rows(50, "n")}])
  const page = await stage.show("right", {}, "&dir=rtl")
  await page.waitFor(() => document.querySelector(".tessera-strip .tessera-cell"))
  const right = () => page.evaluate(() => view.cells.get(view.mirror.get("m0").key).node.getBoundingClientRect().right)
  await eventually(async () => await right() == 390)
  await page.evaluate(() => { probe.still = 0; document.querySelector(".tessera-strip").scrollLeft = -1700 })
  await page.waitFor(isQuiet)
  await page.waitFor(() => view.mirror.get("m12") && view.cells.get(view.mirror.get("m10").key).node.getBoundingClientRect().right == 390)
  await page.close()
})
