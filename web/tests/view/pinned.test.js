// Runs in Firefox too.
import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { faults, isQuiet, openStage, rows } from "./stage.js"

let stage
before(async () => { stage = await openStage() })
after(() => stage?.close())

const sections = (count, items, more) => Array.from({length: count}, (_, section) =>
  ({header: {size: [400, 30]}, items: rows(items, `s${section}-`), ...more}))

/** Notes in every frame where headers and footers are that the formula of the service puts elsewhere. */
function watchPinned(header, content, footer, pinsFooter) {
  window.misplaced = []
  const length = header + content + footer
  const watch = () => {
    const offset = view.element.scrollTop - view.shift.y, {height} = view.size
    for (const {node, element} of view.cells.values()) {
      if (element.category != "supplementary") continue
      const [section] = element.indexPath, start = section * length, footerStart = start + header + content
      const headerAt = Math.max(start, Math.min(offset, footerStart - header))
      const expected = element.kind == "header" ? headerAt : !pinsFooter ? footerStart
        : Math.min(footerStart, Math.max(offset + height - footer, headerAt + header))
      const {top, bottom} = node.getBoundingClientRect()
      if (bottom <= 0 || top >= height) {
        if (expected - offset < height - 1 && expected - offset + node.offsetHeight > 1) {
          misplaced.push(`${element.kind} ${section} is not seen at ${offset}, expected ${expected - offset}`)
        }
      } else if (Math.abs(top - (expected - offset)) > 0.51) {
        misplaced.push(`${element.kind} ${section} is at ${top} at ${offset}, expected ${expected - offset}`)
      }
    }
  }
  const flag = document.createElement("div")
  document.body.append(flag)
  flag.style.width = "1px"
  new ResizeObserver(watch).observe(flag)
  const frame = () => {
    flag.style.width = flag.offsetWidth == 1 ? "2px" : "1px"
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

const travel = async (page, step, limit = 150) => {
  await page.evaluate(`Object.assign(probe, {limit: ${limit}, step: ${step}, frames: 0, isRunning: true})`)
  await page.waitFor(() => !probe.isRunning)
  await page.evaluate(() => { probe.still = 0 })
  await page.waitFor(isQuiet)
}

/** Scrolls by steps, each of some points a frame, with latency, and looks where headers and footers are in every frame. */
async function assertInPlace(page, {footer, pinsFooter}, ...steps) {
  await page.evaluate(watchPinned, 30, 1000, footer, pinsFooter)
  stage.gateway.latency = 60
  for (const [step, limit] of steps) await travel(page, `() => probe.ahead(${step})`, limit)
  stage.gateway.latency = 0
  assert.deepEqual(await page.evaluate(() => [...new Set(misplaced)].slice(0, 8)), [])
  await page.close()
}

test("pinned headers and footers of a list are in place in every frame, down and up, with latency", async () => {
  await stage.create("pinned", {kind: "list", rowHeight: 50}, sections(20, 20, {footer: {size: [400, 24]}}))
  const page = await stage.show("pinned")
  await page.waitFor(() => document.querySelector(".tessera-pinned"))
  await assertInPlace(page, {footer: 24, pinsFooter: true}, [17], [-13], [60, 60])
})

test("a header pins whatever its z-index, and a footer in front of it pushes it out", async () => {
  await stage.create("layered", {kind: "compositional", sections: [{
    group: {size: {height: 50}, items: [{}]}, boundarySupplementaryItems: [
      {kind: "header", size: {height: 30}, pinToVisibleBounds: true, zIndex: 3},
      {kind: "footer", size: {height: 24}, alignment: "bottom", zIndex: 20},
    ]}]}, Array.from({length: 20}, (_, section) => ({items: rows(20, `s${section}-`)})))
  const page = await stage.show("layered")
  await page.waitFor(() => document.querySelector(".tessera-pinned .tessera-header"))
  assert.equal(await page.evaluate(() => document.querySelectorAll(".tessera-pinned .tessera-footer").length), 0)
  await assertInPlace(page, {footer: 24, pinsFooter: false}, [17], [-13])
})

test("a header pins by its own value in a layout whose headers do not", async () => {
  const layout = {kind: "grid", columns: 4, rowHeight: 50, columnSpacing: 0, rowSpacing: 0}
  await stage.create("own", layout, sections(10, 80, {header: {size: [400, 30], pinToVisibleBounds: true}}))
  const page = await stage.show("own")
  await page.waitFor(() => document.querySelector(".tessera-pinned .tessera-header"))
  await assertInPlace(page, {footer: 0, pinsFooter: false}, [21], [-21])
})

test("where reading begins at the right, headers pin there", async () => {
  const layout = {kind: "flow", scrollDirection: "horizontal", itemSize: [100, 500], minimumLineSpacing: 0,
    minimumInteritemSpacing: 0, headerReferenceSize: [30, 0], sectionHeadersPinToVisibleBounds: true}
  await stage.create("right", layout, Array.from({length: 4}, (_, section) => ({items: rows(20, `s${section}-`)})))
  const page = await stage.show("right", {}, "&dir=rtl")
  await page.waitFor(() => document.querySelector(".tessera-pinned .tessera-header"))
  for (const [scrolled, expected] of [[0, 400], [450, 400], [1900, 400], [2010, 410]]) {
    await page.evaluate(scrolled => {
      view.element.scrollLeft = -scrolled
      probe.still = 0
    }, scrolled)
    await page.waitFor(isQuiet)
    const find = () => [...document.querySelectorAll(".tessera-header")]
      .find(node => node.textContent == "header 0,0").getBoundingClientRect().right
    assert.ok(Math.abs(await page.evaluate(find) - expected) < 0.51, `${scrolled}: ${await page.evaluate(find)}`)
  }
  await page.close()
})

test("headers of a flow pin only if the layout says so", async () => {
  const layout = {kind: "flow", itemSize: [90, 100], minimumLineSpacing: 0, minimumInteritemSpacing: 0}
  await stage.create("loose", layout, sections(10, 40, {header: {size: [400, 30]}}))
  const loose = await stage.show("loose")
  await loose.evaluate(() => { view.element.scrollTop = 500 })
  await loose.evaluate(() => { probe.still = 0 })
  await loose.waitFor(isQuiet)
  assert.deepEqual(await loose.evaluate(faults), [])
  await loose.close()

  await stage.create("flow", {...layout, sectionHeadersPinToVisibleBounds: true}, sections(10, 40))
  const page = await stage.show("flow")
  await page.waitFor(() => document.querySelector(".tessera-pinned"))
  await assertInPlace(page, {footer: 0, pinsFooter: false}, [21], [-21])
})
