// Runs in Firefox too.

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { eventually } from "../support/wait.js"
import { startPlayground } from "./page.js"

let playground
before(async () => playground = await startPlayground())
after(() => playground?.stop())

const collections = async () => (await playground.service.ask("GET",
  "/v1/collections")).body.collections.map(({id}) => id)

/** Installs `names(screen)`: the birds that a screen shows, in the order of reading. */
const install = page => page.evaluate(() => {
  window.names = screen => [...document.querySelectorAll(".screen")[screen].querySelectorAll(".bird")]
    .filter(node => !node.inert && getComputedStyle(node).opacity > 0).slice(0, 8)
      .map(node => node.querySelector("b").textContent)
})

async function openLive(options) {
  const page = await playground.open("#live", options)
  await page.waitFor(() => [...document.querySelectorAll(".screen")]
    .filter(node => node.querySelectorAll(".bird").length > 5).length == 2)
  await install(page)
  return page
}

test("two screens show one collection, a change on one is seen on the other, and the collection is deleted at the end", async () => {
  const page = await openLive()
  const [id, ...others] = await collections()
  assert.match(id, /^playground-\d+$/)
  assert.deepEqual(others, [])
  const [first, second] = await page.evaluate(() => window.names(0))
  assert.deepEqual(await page.evaluate(() => window.names(1)).then(names => names.slice(0, 2)),
    [first, second])
  await page.press(".screen:nth-child(1) .actions button:nth-child(2)")
  await page.waitFor(second => [0, 1].every(screen => names(screen)[1] != second && names(screen).length > 5),
    second)
  await page.press(".screen:nth-child(2) .actions button:nth-child(1)")
  const inserted = await page.waitFor(() => names(0)[1] == names(1)[1] && names(0)[1] != names(0)[0]
    && names(0)[1])
  await page.press(".screen:nth-child(1) .actions button:nth-child(3)")
  await page.waitFor(inserted => names(0).slice(0, 4).join() == names(1).slice(0, 4).join()
    && names(0)[0] != "Wren" && inserted, inserted)
  assert.deepEqual(page.errors, [])
  await page.press("#modes label:nth-child(1)")
  await eventually(async () => (await collections()).length == 0)
  await page.settled()
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("the user drags a row on one screen, and it moves on the other", async () => {
  const page = await openLive()
  await page.evaluate(() => document.querySelector(".bird")
    .dispatchEvent(new FocusEvent("focusin", {bubbles: true})))
  const [first, second, third] = await page.evaluate(() => window.names(0))
  // A view makes its drag in the task after its module has come.
  await page.waitFor(() => {
    const drag = performance.getEntriesByType("resource").find(({name}) => name.includes("/interaction/Drag.js"))
    return drag && import(drag.name).then(() => new Promise(done => setTimeout(() => done(true))))
  })
  const {x, y} = await page.at(".screen:nth-child(1) .bird:nth-child(1)")
  await page.pointer("move", x, y)
  await page.pointer("down", x, y)
  for (let step = 1; step <= 10; step++) await page.pointer("move", x, y + 15 * step)
  await page.waitFor(() => document.querySelector(".tessera-held"))
  await page.pointer("up", x, y + 150)
  await page.waitFor((first, second) => names(1)[0] == second && names(1).includes(first)
    && names(0)[0] == second, first, second)
  assert.ok(third)
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("the latency slider delays the requests: the change is seen at once where it is made, and later where it is not", async () => {
  const page = await openLive()
  await page.focus("#latency")
  await page.key("End")
  await page.waitFor(() => document.querySelector(".latency output").textContent == "1000 ms")
  await page.evaluate(() => {
    window.seen = [0, 0]
    const second = names(0)[1]
    const look = () => {
      for (const screen of [0, 1]) if (names(screen)[1] != second) window.seen[screen] ||= performance.now()
      requestAnimationFrame(look)
    }
    look()
  })
  await page.press(".screen:nth-child(1) .actions button:nth-child(2)")
  const [own, other] = await page.waitFor(() => window.seen[0] && window.seen[1] && window.seen)
  assert.ok(own < other, `${own} and ${other}`)
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("each screen has a layout of its own", async () => {
  const page = await openLive()
  for (const [key, columns] of [["g", 3], ["m", 2]]) {
    await page.focus(".screen:nth-child(1) select")
    await page.key(key)
    await page.waitFor(columns => {
      const tops = [...document.querySelectorAll(".screen:first-child .bird")].slice(0, columns + 1)
        .map(node => Math.round(node.getBoundingClientRect().top))
      const lefts = new Set([...document.querySelectorAll(".screen:first-child .bird")].slice(0, 6)
        .map(node => Math.round(node.getBoundingClientRect().left)))
      return tops[0] == tops[1] && lefts.size >= columns
    }, columns)
  }
  assert.equal(await page.evaluate(() => document.querySelector(".screen:nth-child(2) select").value), "grid")
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("a page that is left deletes its collection", async () => {
  const page = await openLive()
  assert.ok((await collections()).length > 0)
  const before = await collections()
  await page.goto(`${playground.gateway.url}/playground/styles/base.css`)
  await eventually(async () => (await collections()).length < before.length)
  await page.close()
})
