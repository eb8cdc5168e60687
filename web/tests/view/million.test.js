// Runs in Firefox too.
import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { eventually } from "../support/wait.js"
import { faults, isQuiet, openStage, rows } from "./stage.js"

let stage
before(async () => { stage = await openStage({isStored: true}) })
after(() => stage?.close())

const settle = async page => {
  await page.evaluate(() => { probe.still = 0 })
  await page.waitFor(isQuiet)
  assert.deepEqual(await page.evaluate(faults), [])
}

test("the scroll bar of a million rows is a map: both ends are reached, and the wheel moves by single pixels", async () => {
  await stage.create("million", {kind: "list", rowHeight: 60}, [{itemCount: 1_000_000}])
  const page = await stage.show("million")
  assert.equal(await page.evaluate(() => view.element.scrollHeight), 8_000_000)
  assert.equal(await page.evaluate(() => view.mirror.contentSize.height), 60_000_000)

  await page.evaluate(() => { view.element.scrollTop = 4_000_000 })
  await settle(page)
  const middle = await page.evaluate(() => view.contentOffset.y)
  assert.ok(Math.abs(middle - 30_000_000) < 10_000, `the middle is at ${middle}`)

  for (const deltaY of [120, 120, -360, 1]) {
    const before = await page.evaluate(() => view.contentOffset.y)
    await page.wheel({x: 200, y: 400, deltaY})
    await page.waitFor((before, deltaY) => Math.abs(view.contentOffset.y - before - deltaY) < 0.01, before, deltaY)
    await settle(page)
    const after = await page.evaluate(() => view.contentOffset.y)
    assert.ok(Math.abs(after - before - deltaY) < 0.01, `the wheel moved by ${after - before}, expected ${deltaY}`)
  }

  await page.evaluate(() => { view.element.scrollTop = 8_000_000 })
  await settle(page)
  assert.deepEqual(await page.evaluate(() => view.visible.at(-1).indexPath), [0, 999_999])
  assert.equal(await page.evaluate(() => view.contentOffset.y), 60_000_000 - 800)
  await page.wheel({x: 200, y: 400, deltaY: -3000})
  await page.waitFor(() => view.contentOffset.y == 60_000_000 - 3800)
  await settle(page)
  await page.evaluate(() => { view.element.scrollTop = 0 })
  await settle(page)
  assert.deepEqual(await page.evaluate(() => view.visible[0].indexPath), [0, 0])
  await page.close()
})

test("scrolling goes on over a restart of the service", async () => {
  await stage.create("restarted", {kind: "list", rowHeight: "automatic"}, [{items: rows(2000)}])
  const page = await stage.show("restarted", {measure: "dom"})
  await page.evaluate(() => Object.assign(probe, {limit: 400, step: () => 20, frames: 0, isRunning: true}))
  await page.waitFor(() => probe.frames > 50)
  await stage.service.restart()
  await page.waitFor(() => !probe.isRunning)
  await page.waitFor(() => view.mirror.window.y > 5000)
  await eventually(async () => {
    await page.evaluate(() => { probe.still = 0 })
    await page.waitFor(isQuiet)
    return !(await page.evaluate(faults)).length
  }, {interval: 200})
  assert.deepEqual(await page.evaluate(faults), [])
  await page.close()
})
