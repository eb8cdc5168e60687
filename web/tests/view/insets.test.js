// What covers a view, and the edges of its content: by the service, and by the engine in the page.

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { faults, openStage, rows, settle, updates } from "./stage.js"

let stage
before(async () => { stage = await openStage() })
after(() => stage?.close())

const list = {kind: "list", rowHeight: 50}, insets = {top: 60, bottom: 90}

/** Where an item's cell begins in the viewport. Runs in the page. */
const top = id => Math.round(view.cells.get(view.mirror.get(id)?.key)?.node.getBoundingClientRect().top)
const start = () => view.element.scrollTop == 0
const end = () => view.element.scrollTop >= view.element.scrollHeight - view.element.clientHeight - 0.5
/** Whether the view has the session of the engine, if it shall. Runs in the page. */
const isReady = engine => engine == "server" || view.session.answersOffline

for (const engine of ["server", "page"]) {
  const open = async (id, options, layout = list, sections = [{items: rows(100)}]) => {
    await stage.create(`${id}-${engine}`, layout, sections)
    const page = await stage.show(`${id}-${engine}`, {...options, engine})
    await page.waitFor(isReady, engine)
    await settle(page)
    return page
  }
  const append = (id, after, name) =>
    updates(stage.service, `${id}-${engine}`, [{op: "insertItems", after, items: [{id: name}]}])

  test(`a view scrolls to the edges of its content, at once and smoothly: ${engine}`, async () => {
    const page = await open("edges", {})
    for (const behavior of ["auto", "smooth"]) {
      // 100 rows of 50 in 800: the last begins at 750, and the first at 0.
      await page.evaluate(behavior => view.scrollTo({edge: "end"}, {behavior}), behavior)
      await settle(page)
      assert.equal(await page.evaluate(top, "m99"), 750, behavior)
      assert.ok(await page.evaluate(end))
      await page.evaluate(behavior => view.scrollTo({edge: "start"}, {behavior}), behavior)
      await settle(page)
      assert.equal(await page.evaluate(top, "m0"), 0, behavior)
    }
    await page.evaluate(() => { view.element.scrollTop = 400 })
    await settle(page)
    await page.evaluate(() => view.scrollTo({edge: "start"}, {behavior: "smooth"}))
    await settle(page)
    assert.equal(await page.evaluate(top, "m0"), 0)
    assert.deepEqual(await page.evaluate(faults), [])
    await page.close()
  })

  test(`an edge that does not exist, or one with a position, is refused once, and the view stays: ${engine}`, async () => {
    const page = await open("refused", {})
    for (const [target, options, pointer] of [
      [{edge: "top"}, {}, "/scrollTo/edge"], [{edge: "end"}, {position: "top"}, "/scrollTo/position"],
      [{edge: "end"}, {position: "top", behavior: "smooth"}, "/scrollTo/position"],
    ]) {
      await page.evaluate(() => { events.length = 0 })
      await page.evaluate((target, options) => view.scrollTo(target, options), target, options)
      await page.waitFor(pointer => events.some(({name, detail}) => name == "error"
        && detail.problem.errors.some(error => error.pointer == pointer)), pointer)
      await settle(page)
      assert.equal(await page.evaluate(() => view.contentOffset.y), 0)
      // A request that succeeds ends the problem.
      await page.evaluate(() => view.scrollTo("m0"))
      await settle(page)
    }
    await page.close()
  })

  test(`content begins and ends clear of the insets, and rows behind them are not seen: ${engine}`, async () => {
    const page = await open("insets", {insets})
    assert.equal(await page.evaluate(top, "m0"), 60)
    assert.deepEqual(await page.evaluate(() => view.seen), {x: 0, y: 0, width: 400, height: 650})
    assert.equal(await page.evaluate(() => view.visible.length), 13)
    await page.evaluate(() => view.scrollTo({edge: "end"}))
    await settle(page)
    assert.equal(await page.evaluate(top, "m99"), 800 - 90 - 50)
    assert.ok(await page.evaluate(end))
    await page.evaluate(() => view.scrollTo("m50", {position: "top"}))
    await settle(page)
    assert.equal(await page.evaluate(top, "m50"), 60)
    await page.evaluate(() => view.scrollTo("m50", {position: "bottom", behavior: "smooth"}))
    await settle(page)
    assert.equal(await page.evaluate(top, "m50"), 800 - 90 - 50)
    // m37 begins at the inset's edge, so m36, which is behind it, grows unseen.
    assert.equal(await page.evaluate(top, "m38"), 60)
    await append("insets", "m36", "n1")
    await page.waitFor(() => view.mirror.get("n1"))
    await settle(page)
    assert.equal(await page.evaluate(top, "m38"), 60)
    await page.evaluate(() => view.scrollTo({edge: "start"}))
    await settle(page)
    assert.ok(await page.evaluate(start))
    assert.equal(await page.evaluate(top, "m0"), 60)
    assert.deepEqual(await page.evaluate(faults), [])
    await page.close()
  })

  test(`a view with insets that follows the end opens there, and goes with a keyboard: ${engine}`, async () => {
    const page = await open("keyboard", {insets: {top: 60}, follow: "end"})
    assert.equal(await page.evaluate(top, "m99"), 750)
    await page.evaluate(() => view.set({insets: {top: 60, bottom: 300}}))
    await page.waitFor(() => Math.abs(view.contentOffset.y - (100 * 50 + 300 - 800)) < 1)
    await settle(page)
    assert.equal(await page.evaluate(top, "m99"), 450)
    await append("keyboard", "m99", "n1")
    await page.waitFor(() => view.mirror.get("n1"))
    await settle(page)
    assert.equal(await page.evaluate(top, "n1"), 450)
    await page.evaluate(() => view.set({insets: null}))
    await page.waitFor(() => Math.abs(view.contentOffset.y - (101 * 50 - 800)) < 1)
    await settle(page)
    assert.equal(await page.evaluate(top, "n1"), 750)
    await page.close()
  })

  test(`headers pin beside an inset: ${engine}`, async () => {
    const sections = [0, 1].map(section => ({header: {size: [400, 40]}, items: rows(30, `s${section}-`)}))
    const page = await open("headers", {insets}, list, sections)
    await page.waitFor(() => document.querySelector(".tessera-pinned .tessera-header"))
    const header = () => Math.round(document.querySelector(".tessera-header").getBoundingClientRect().top)
    assert.equal(await page.evaluate(header), 60)
    await page.evaluate(() => { view.element.scrollTop = 500 })
    await settle(page)
    assert.equal(await page.evaluate(header), 60)
    // At 500 - 60 the content begins to be seen at 500 behind the inset and 40 later behind the header.
    assert.deepEqual(await page.evaluate(() => view.seen), {x: 0, y: 540, width: 400, height: 800 - 60 - 90 - 40})
    await page.evaluate(() => view.scrollTo("s0-20", {position: "top"}))
    await settle(page)
    assert.equal(await page.evaluate(top, "s0-20"), 100)
    await page.close()
  })

  test(`insets that are none are refused once, and the view goes on without them: ${engine}`, async () => {
    const page = await open("odd", {})
    await page.evaluate(() => view.set({insets: {top: "high"}}))
    await page.waitFor(() => events.some(({name, detail}) => name == "error"
      && detail.problem.errors.some(({pointer}) => pointer.startsWith("/container/insets"))))
    await settle(page)
    assert.deepEqual(await page.evaluate(() => [view.contentOffset.y, view.mirror.get("m0").frame.y]), [0, 0])
    await page.evaluate(() => view.scrollTo("m50", {position: "top"}))
    await settle(page)
    assert.equal(await page.evaluate(top, "m50"), 0)
    await page.close()
  })
}

test("from right to left the start of a horizontal list is clear of the right inset", async () => {
  const layout = {kind: "flow", scrollDirection: "horizontal", itemSize: [100, 800], minimumLineSpacing: 0, minimumInteritemSpacing: 0}
  await stage.create("mirrored", layout, [{items: rows(100)}])
  const page = await stage.show("mirrored", {insets: {left: 30, right: 70}}, "&dir=rtl")
  const sides = id => {
    const {left, right} = view.cells.get(view.mirror.get(id).key).node.getBoundingClientRect()
    return [left, right].map(Math.round)
  }
  await settle(page)
  assert.deepEqual(await page.evaluate(sides, "m0"), [230, 330])
  for (const behavior of ["auto", "smooth"]) {
    await page.evaluate(behavior => view.scrollTo({edge: "end"}, {behavior}), behavior)
    await settle(page)
    assert.deepEqual(await page.evaluate(sides, "m99"), [30, 130], behavior)
    await page.evaluate(behavior => view.scrollTo({edge: "start"}, {behavior}), behavior)
    await settle(page)
    assert.deepEqual(await page.evaluate(sides, "m0"), [230, 330], behavior)
  }
  await page.close()
})
