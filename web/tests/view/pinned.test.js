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

test("pinned headers and footers of a list are in place in every frame, down and up, with latency", async () => {
  await stage.create("pinned", {kind: "list", rowHeight: 50}, sections(20, 20, {footer: {size: [400, 24]}}))
  const page = await stage.show("pinned")
  await page.waitFor(() => document.querySelector(".tessera-pinned"))
  await page.evaluate(watchPinned, 30, 1000, 24, true)
  stage.gateway.latency = 60
  await travel(page, "() => 17")
  await travel(page, "() => -13")
  await travel(page, "() => 60", 60)
  stage.gateway.latency = 0
  assert.deepEqual(await page.evaluate(() => [...new Set(misplaced)].slice(0, 8)), [])
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
  await page.evaluate(watchPinned, 30, 1000, 0, false)
  stage.gateway.latency = 60
  await travel(page, "() => 21")
  await travel(page, "() => -21")
  stage.gateway.latency = 0
  assert.deepEqual(await page.evaluate(() => [...new Set(misplaced)].slice(0, 8)), [])
  await page.close()
})
