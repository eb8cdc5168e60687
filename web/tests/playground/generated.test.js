import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { startPlayground } from "./page.js"

let playground
before(async () => playground = await startPlayground())
after(() => playground?.stop())

test("without the generated files, the page has one example, lays it out, and completes nothing", async () => {
  playground.gateway.interceptFile = path => /(schema|examples)\.json$/.test(path) ? {status: 404, body: ""} : undefined
  const page = await playground.open()
  await page.settled()
  const shown = await page.evaluate(() => ({
    examples: [...document.querySelectorAll(".example b")].map(({textContent}) => textContent),
    pictures: document.querySelectorAll(".example .cell").length,
    field: document.getElementById("field").textContent,
  }))
  assert.deepEqual(shown, {examples: ["Grid"], pictures: 12, field: ""})
  assert.equal((await page.request()).sections[0].items.length, 12)
  await page.write('{"layout": {|}}')
  await page.key(" ", {control: true})
  assert.equal(await page.evaluate(() => document.querySelectorAll("#completions:not([hidden]) [role=option]").length), 0)
  await page.close()
})
