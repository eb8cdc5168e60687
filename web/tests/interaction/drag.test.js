// Runs in Firefox too.

import assert from "node:assert/strict"
import { test } from "node:test"
import { browserName } from "../support/browser.js"
import { startGateway } from "../support/gateway.js"
import { startService } from "../support/service.js"
import { eventually } from "../support/wait.js"
import { address, createList, ids, orderOf, pages } from "./page.js"
import { setUp } from "../support/setup.js"

let service, gateway, browser
setUp(pages, parts => ({service, gateway, browser} = parts), {isStored: true})

let lists = 0
/** A page with a list of its own. */
async function open(list = {}, options = {}) {
  const id = `list-${++lists}`
  await createList(service, id, list)
  return {id, page: await show(id, options)}
}

async function show(id, options = {}) {
  const page = await browser.newPage(address(gateway, id, {reorder: true, ...options}))
  await page.waitFor(() => window.isReady?.())
  return page
}

/** Presses the mouse on a row, and moves it so that the row is a distance away. */
async function drag(page, id, dy, {dx = 0, steps = 5, at = 20} = {}) {
  const {x, y} = await page.waitFor(id => rectOf(id), id)
  const from = {x: x + 60, y: y + at}
  await page.pointer("move", from.x, from.y)
  await page.pointer("down", from.x, from.y)
  for (let step = 1; step <= steps; step++) {
    await page.pointer("move", from.x + dx * step / steps, from.y + dy * step / steps)
  }
  return {x: from.x + dx, y: from.y + dy, top: y}
}

const isFree = () => document.querySelector(".tessera-held") == null && view.mirror.held === undefined
  && document.getAnimations().length == 0

const moved = (order, id, to) => {
  const rest = order.filter(each => each != id)
  return [...rest.slice(0, to), id, ...rest.slice(to)]
}

test("a row follows the mouse in every frame, the others make room, and it is where it was dropped", async () => {
  const {id, page} = await open()
  gateway.latency = 80
  const at = await drag(page, "a002", 90)
  assert.deepEqual(await page.evaluate(() => rectOf("a002").y), at.top + 90, "before any response")
  await page.waitFor(() => shownOrder().slice(0, 6).join() == "a000,a001,a003,a004,a002,a005")
  assert.deepEqual(await page.evaluate(() => rectOf("a002").y), at.top + 90, "after the responses")
  await page.pointer("up", at.x, at.y)
  await page.waitFor(isFree)
  gateway.latency = 0
  assert.equal(await page.evaluate(() => rectOf("a002").y), at.top + 80)
  const order = moved(ids(100), "a002", 4)
  assert.deepEqual(await orderOf(service, id), order)
  assert.deepEqual(await page.evaluate(() => shownOrder()), order.slice(0, 15))
  const requests = gateway.log.filter(({path}) => path.includes(`${id}/movement`))
  assert.ok(requests.every((request, index) => index == 0 || requests[index - 1].ended <= request.began), "one at a time")
  assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll(".tessera-cell")].map(node => node.textContent)),
    await page.evaluate(() => view.mirror.ordered().map(({id}) => id)), "the order of the document")
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("a finger that rests takes a row up, and one that moves on scrolls", async () => {
  const {id, page} = await open()
  const {x, y} = await page.evaluate(() => rectOf("a004"))
  const finger = dy => [{x: x + 60, y: y + 20 + dy}]
  await page.touch("start", finger(0))
  await page.waitFor(() => document.querySelector(".tessera-held"))
  for (let dy = 20; dy <= 120; dy += 20) await page.touch("move", finger(dy))
  assert.equal(await page.evaluate(() => list.scrollTop), 0)
  assert.equal(await page.evaluate(() => rectOf("a004").y), y + 120)
  await page.waitFor(() => shownOrder()[7] == "a004")
  await page.touch("end")
  await page.waitFor(isFree)
  assert.deepEqual(await orderOf(service, id), moved(ids(100), "a004", 7))
  // The finger of Firefox's driver does not scroll.
  if (browserName == "firefox") return page.close()
  // All at once: on a busy machine a finger between two events may rest long enough to take the row up.
  const moves = Array.from({length: 20}, (_, index) => finger(-10 * (index + 1)))
  await Promise.all([page.touch("start", finger(0)), ...moves.map(points => page.touch("move", points))])
  await page.waitFor(() => list.scrollTop > 50)
  await page.touch("end")
  assert.equal(await page.evaluate(() => document.querySelector(".tessera-held")), null)
  await page.close()
})

test("with handles, a row is dragged by its handle alone", async () => {
  const {id, page} = await open({}, {reorder: ".grip", inner: "grip"})
  const at = await drag(page, "a001", 80, {dx: 20})
  assert.equal(await page.evaluate(() => document.querySelector(".tessera-held")), null)
  await page.pointer("up", at.x, at.y)
  const grip = await page.evaluate(() => {
    const {x, y, width, height} = nodeOf("a001").querySelector(".grip").getBoundingClientRect()
    return {x: x + width / 2, y: y + height / 2}
  })
  await page.pointer("move", grip.x, grip.y)
  await page.pointer("down", grip.x, grip.y)
  await page.pointer("move", grip.x, grip.y + 40)
  await page.pointer("move", grip.x, grip.y + 85)
  await page.waitFor(() => shownOrder()[3] == "a001")
  await page.pointer("up", grip.x, grip.y + 85)
  await page.waitFor(isFree)
  assert.deepEqual(await orderOf(service, id), moved(ids(100), "a001", 3))
  await page.close()
})

test("Escape, and a page that prevents the event, leave everything where it was", async () => {
  const {id, page} = await open()
  const at = await drag(page, "a002", 90)
  await page.waitFor(() => shownOrder()[4] == "a002")
  await page.key("Escape")
  await page.waitFor(isFree)
  await page.pointer("up", at.x, at.y)
  assert.deepEqual(await page.evaluate(() => shownOrder()), ids(15))
  assert.deepEqual(await page.evaluate(() => events), [])
  await page.evaluate(() => { window.refuses = true })
  const again = await drag(page, "a002", 90)
  await page.pointer("up", again.x, again.y)
  await page.waitFor(() => events.some(({name}) => name == "reorder"))
  await page.waitFor(isFree)
  assert.deepEqual(await page.evaluate(() => shownOrder()), ids(15))
  const {detail} = await page.evaluate(() => events[0])
  assert.deepEqual([detail.id, detail.from, detail.to], ["a002", [0, 2], [0, 4]])
  assert.deepEqual(await orderOf(service, id), ids(100))
  await page.close()
})

test("two clients drag two rows at once, and neither the row that the other one holds", async () => {
  const {id, page} = await open()
  const other = await show(id)
  const at = await drag(page, "a002", 90)
  await page.waitFor(() => shownOrder()[4] == "a002")
  const held = await drag(other, "a002", 60)
  await other.waitFor(() => said.some(text => text.startsWith("a002 is being moved by someone else")))
  await other.waitFor(isFree)
  await other.pointer("up", held.x, held.y)
  const there = await drag(other, "a008", -200)
  await other.waitFor(() => shownOrder()[3] == "a008")
  assert.equal(await page.evaluate(() => shownOrder()[8]), "a008", "the first one does not see it yet")
  await other.pointer("up", there.x, there.y)
  await other.waitFor(isFree)
  await page.waitFor(() => shownOrder().slice(0, 6).join() == "a000,a001,a008,a003,a002,a004")
  await page.pointer("up", at.x, at.y)
  await page.waitFor(isFree)
  const order = await orderOf(service, id)
  assert.deepEqual(order, moved(moved(ids(100), "a008", 3), "a002", 4))
  for (const each of [page, other]) {
    await each.waitFor(order => shownOrder().join() == order, order.slice(0, 15).join())
    assert.deepEqual(each.errors, [])
    await each.close()
  }
})

test("a row that is held at the edge scrolls the list for many screens, to its end and back", async () => {
  // At most 1.2 px are scrolled in a millisecond.
  const count = process.env.TESSERA_WEB == "short" ? 80 : 200
  const {id, page} = await open({sections: [ids(count)]})
  const {bottom, top} = await page.evaluate(() => list.getBoundingClientRect().toJSON())
  const at = await drag(page, "a001", 100)
  await page.pointer("move", at.x, bottom - 3)
  await page.waitFor(() => list.scrollTop > 1200)
  assert.ok(await page.evaluate(y => Math.abs(rectOf("a001").y + 20 - y) < 1.5, bottom - 3), "it stays under the pointer")
  await page.waitFor(() => list.scrollTop == list.scrollHeight - list.clientHeight)
  await page.waitFor(() => shownOrder().at(-1) == "a001")
  await page.pointer("move", at.x, top + 3)
  await page.waitFor(() => list.scrollTop < 1000)
  await page.pointer("move", at.x, top + 300)
  await page.waitFor(top => Math.abs(rectOf("a001").y - top - 280) < 1.5, top)
  await page.pointer("up", at.x, top + 300)
  await page.waitFor(isFree)
  const distance = await page.evaluate(top => rectOf("a001").y - top - 280, top)
  // It goes to the nearest gap, and rows that were scrolled past meanwhile may get other heights.
  assert.ok(Math.abs(distance) <= 80, `it is ${distance} px from where it was dropped`)
  const order = await orderOf(service, id)
  assert.equal(order.indexOf("a001"), await page.evaluate(() => view.mirror.get("a001").indexPath[1]))
  assert.deepEqual(order.filter(each => each != "a001"), ids(count).filter(each => each != "a001"))
  await page.waitFor(order => { const shown = shownOrder(); return order.join().includes(shown.join()) }, order)
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("a movement that the service has lost in a restart ends, and the row is back in its place", async () => {
  const {id, page} = await open()
  const at = await drag(page, "a002", 90)
  await page.waitFor(() => shownOrder()[4] == "a002")
  await service.restart()
  await page.pointer("move", at.x, at.y + 40)
  await page.waitFor(() => said.some(text => text.startsWith("a002 could not be moved")))
  await page.pointer("up", at.x, at.y)
  await page.waitFor(isFree)
  await page.waitFor(order => shownOrder().join() == order, ids(15).join())
  assert.deepEqual(await orderOf(service, id), ids(100))
  const again = await drag(page, "a002", 80)
  await page.waitFor(() => shownOrder()[4] == "a002")
  await page.pointer("up", again.x, again.y)
  await page.waitFor(isFree)
  assert.deepEqual(await orderOf(service, id), moved(ids(100), "a002", 4))
  await page.close()
})

test("a movement that the service has ended because of silence is lost, and everything is where it was", async () => {
  const impatient = await startService({flags: ["--movement-timeout", "1s"]})
  const front = await startGateway(impatient, {pages})
  try {
    await createList(impatient, "silent")
    const page = await browser.newPage(address(front, "silent", {reorder: true}))
    await page.waitFor(() => window.isReady?.())
    const at = await drag(page, "a002", 90)
    // On a busy machine the movement may be lost before it is seen.
    await page.waitFor(() => shownOrder()[4] == "a002" || said.some(text => text.startsWith("a002 could not be moved")))
    await eventually(async () => {
      const path = "/v1/collections/silent/movement?viewport=other"
      await impatient.ask("PUT", "/v1/collections/silent/viewports/other",
        {container: {width: 400, height: 600}, bounds: [0, 0, 400, 600]})
      const {status} = await impatient.ask("POST", path, {id: "a002"})
      if (status == 201) await impatient.ask("DELETE", path)
      return status == 201
    })
    await page.pointer("move", at.x, at.y + 45)
    await page.waitFor(() => said.some(text => text.startsWith("a002 could not be moved")))
    await page.pointer("up", at.x, at.y)
    await page.waitFor(isFree)
    await page.waitFor(order => shownOrder().join() == order, ids(15).join())
    assert.deepEqual(await page.evaluate(() => rectOf("a002").y), at.top)
    await page.close()
  } finally {
    await front.stop()
    await impatient.stop()
  }
})

test("a row that is dropped while the network is away is moved when it is back", async () => {
  const {id, page} = await open()
  const at = await drag(page, "a002", 90)
  await page.waitFor(() => shownOrder()[4] == "a002")
  gateway.offline(true)
  await page.pointer("up", at.x, at.y)
  await page.waitFor(() => said.includes("Offline"))
  gateway.offline(false)
  await page.waitFor(isFree)
  assert.deepEqual(await orderOf(service, id), moved(ids(100), "a002", 4))
  await page.waitFor(order => shownOrder().join() == order, moved(ids(100), "a002", 4).slice(0, 15).join())
  await page.close()
})

test("a drag ends when another client deletes its row", async () => {
  const {id, page} = await open()
  const at = await drag(page, "a002", 90)
  await page.waitFor(() => shownOrder()[4] == "a002")
  await service.ask("POST", `/v1/collections/${id}/updates`, {updates: [{op: "deleteItems", ids: ["a002"]}]})
  await page.waitFor(() => !view.mirror.get("a002"))
  await page.pointer("move", at.x, at.y + 40)
  await page.pointer("up", at.x, at.y + 40)
  await page.waitFor(isFree)
  await page.waitFor(order => shownOrder().join() == order, ids(16).filter(id => id != "a002").join())
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("a cell of a grid is dragged in both directions", async () => {
  const {id, page} = await open({layout: {kind: "grid", columns: 4, rowHeight: 80}})
  const {width} = await page.evaluate(() => rectOf("a001"))
  const at = await drag(page, "a001", 160, {dx: width, at: 40})
  await page.waitFor(() => shownOrder()[10] == "a001")
  await page.pointer("up", at.x, at.y)
  await page.waitFor(isFree)
  assert.deepEqual(await orderOf(service, id), moved(ids(100), "a001", 10))
  await page.close()
})

test("keys move a row: Space takes it up and puts it down, arrows move it, Escape cancels, and each is announced", async () => {
  const {id, page} = await open()
  await page.evaluate(() => nodeOf("a001").focus())
  await page.key(" ")
  await page.waitFor(() => said.some(text => text.startsWith("a001, taken up, position 2 of 100")))
  await page.key("ArrowDown")
  await page.key("ArrowDown")
  await page.key("ArrowDown")
  await page.key("ArrowUp")
  await page.waitFor(() => said.includes("position 5 of 100") && said.at(-1) == "position 4 of 100")
  assert.deepEqual(await page.evaluate(() => [document.activeElement == nodeOf("a001"), shownOrder()[3]]), [true, "a001"])
  await page.key(" ")
  await page.waitFor(() => said.at(-1) == "a001, put down, position 4 of 100")
  await page.waitFor(isFree)
  assert.deepEqual(await orderOf(service, id), moved(ids(100), "a001", 3))
  assert.ok(await page.evaluate(() => document.activeElement == nodeOf("a001")))
  await page.key(" ")
  await page.key("ArrowUp")
  await page.waitFor(() => said.at(-1) == "position 3 of 100")
  await page.key("Escape")
  await page.waitFor(() => said.at(-1) == "Cancelled. a001 is back at position 4 of 100")
  await page.waitFor(isFree)
  assert.deepEqual(await orderOf(service, id), moved(ids(100), "a001", 3))
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("keys carry a row beyond the screen and into the next section", async () => {
  const {id, page} = await open({sections: [ids(20), ids(5, "b")]})
  await page.evaluate(() => nodeOf("a001").focus())
  await page.key(" ")
  for (let step = 0; step < 20; step++) await page.key("ArrowDown")
  await page.waitFor(() => said.at(-1) == "position 2 of 6")
  await page.key(" ")
  await page.waitFor(isFree)
  const {body} = await service.ask("GET", `/v1/collections/${id}/attributes?id=a001`)
  assert.equal(body.attributes[0].indexPath[0], 1)
  await eventually(() => page.evaluate(() => document.activeElement == nodeOf("a001")))
  assert.ok(await page.evaluate(() => {
    const {y, height} = rectOf("a001"), {top, bottom} = list.getBoundingClientRect()
    return y >= top - 0.5 && y + height <= bottom + 0.5
  }), "it is on the screen")
  await page.close()
})
