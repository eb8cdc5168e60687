// The text size that the reader prefers: by the service, by the engine in the page, and by the fonts of the page.

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { skip } from "../cells/module.js"
import { faults, openStage, rows, settle } from "./stage.js"

let stage
before(async () => { stage = await openStage() })
after(() => stage?.close())

/** How high the cells are, each height once. Runs in the page. */
const heights = () => [...new Set([...view.cells.values()].map(({node}) => node.offsetHeight))]
/** Sets the text size, and waits until the rows stand still. */
const resize = async (page, contentSizeCategory) => {
  await page.evaluate(contentSizeCategory => view.set({contentSizeCategory}), contentSizeCategory)
  await settle(page)
}

for (const engine of ["server", "page"]) {
  test(`the lengths of a layout follow the text size of the view: ${engine}`, async () => {
    const id = `lengths-${engine}`
    await stage.create(id, {kind: "list", rowHeight: 44, lengthsScaleWith: "body"}, [{items: rows(100)}])
    const page = await stage.show(id, {engine, animation: false, contentSizeCategory: "accessibilityLarge"})
    await page.waitFor(engine => engine == "server" || view.session.answersOffline, engine)
    // 33 points are 17 at the default size: 44 × 33 ÷ 17, to the nearest pixel.
    assert.deepEqual(await page.evaluate(heights), [85])
    for (const [category, height] of [["extraSmall", 36], ["large", 44], ["accessibilityLarge", 85], [null, 44]]) {
      await resize(page, category)
      assert.deepEqual(await page.evaluate(heights), [height], category)
    }
    assert.deepEqual(await page.evaluate(faults), [])
    await page.close()
  })
}

test("an unknown text size is refused once, and the view goes on without it", async () => {
  await stage.create("unknown", {kind: "list", rowHeight: 44, lengthsScaleWith: "body"}, [{items: rows(100)}])
  const page = await stage.show("unknown", {animation: false})
  await page.evaluate(() => {
    window.problems = []
    view.element.addEventListener("tessera-error", ({detail: {problem}}) => problems.push(problem.errors[0].pointer))
  })
  await resize(page, "huge")
  assert.deepEqual(await page.evaluate(() => problems), ["/container/contentSizeCategory"])
  await resize(page, "accessibilityLarge")
  assert.deepEqual(await page.evaluate(heights), [85])
  await page.close()
})

test("rows that the page measures follow the text size of the view", {skip}, async () => {
  const item = (_, number) => ({id: `n${number}`, content: {text: `note ${number}`}})
  const templates = {note: {
    type: "flex", padding: 10, children: [{name: "text", type: "text", textStyle: "body", font: {family: "sans-serif"}}],
  }}
  await stage.create("measured", {kind: "list", rowHeight: "automatic"}, [{items: Array.from({length: 100}, item)}])
  const page = await stage.show("measured", {measure: "page", templates, animation: false})
  for (const [category, height] of [["accessibilityLarge", 60], ["extraSmall", 39], [null, 42]]) {
    await resize(page, category)
    await page.waitFor(() => view.sorted.every(({element}) => !element.estimated))
    assert.deepEqual(await page.evaluate(heights), [height], category)
  }
  assert.deepEqual(await page.evaluate(faults), [])
  await page.close()
})
