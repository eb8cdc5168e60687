// Runs in Firefox too.

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { items, start } from "./page.js"

let parts
before(async () => { parts = await start() })
after(() => parts.stop())

// The stop of the tab key may be at another row: it is where the focus was last.
const list = page => page.evaluate(() => document.querySelector(".tessera-sizer").outerHTML.replace(/ tabindex="[^"]*"/g, ""))

function assertSame(now, was, what) {
  const at = [...was].findIndex((letter, index) => letter != now[index])
  assert.ok(now == was, `${what}: ${now.slice(at - 100, at + 100)}\ninstead of ${was.slice(at - 100, at + 100)}`)
}

/**
 * Holds changes back until the returned function is called, which waits until the first one has come; responds as the
 * service does, or with another response.
 */
function hold(answer) {
  let go, come
  const gate = new Promise(done => go = done), arrived = new Promise(done => come = done)
  parts.gateway.intercept = async ({path}) => {
    if (!/updates/.test(path)) return undefined
    come()
    await gate
    return answer
  }
  return async () => {
    await arrived
    parts.gateway.intercept = undefined
    go()
  }
}

const refusal = {
  status: 422, headers: {"content-type": "application/problem+json"},
  body: JSON.stringify({type: "urn:tessera:problem:invalid_update", title: "Invalid update", status: 422, code: "invalid_update"}),
}

/** Begins a change of the view, and returns when its guess can be seen. */
async function begin(page, operations) {
  await page.evaluate(operations => {
    window.settled = undefined
    view.update(operations).then(() => window.settled = "accepted", problem => window.settled = problem.code)
  }, operations)
}

const settle = page => page.waitFor(() => {
  advance(1000)
  return document.getAnimations().length == 0
})

test("a deleted row goes at once, and comes back to the last bit when the service refuses", async () => {
  const {page, look, close} = await parts.open()
  const was = await list(page), go = hold(refusal)
  await begin(page, [{op: "deleteItems", ids: ["r2"]}])
  await page.waitFor(() => !view.mirror.get("r2"))
  await page.evaluate(() => advance(150))
  const half = await look()
  assert.ok(Math.abs(half.r3.y - 100) < 0.1 && half.r2.opacity == 0.5, JSON.stringify(half))
  await go()
  await page.waitFor(() => window.settled == "invalid_update")
  assert.ok(Math.abs((await look()).r3.y - 100) < 0.1, "it returns from where it is")
  await settle(page)
  assertSame(await list(page), was, "deletion")
  await close()
})

test("a refused change returns also after it has landed: deletions, moves, insertions and new content", async () => {
  const {page, close} = await parts.open()
  const was = await list(page)
  for (const operations of [
    [{op: "deleteItems", ids: ["r2", "r4"]}],
    [{op: "moveItem", id: "r1", after: "r6"}],
    [{op: "insertItems", before: "r3", items: [{id: "new"}, {id: "other"}]}],
    [{op: "reconfigureItems", ids: ["r1"], items: [{id: "r1", content: {title: "Other"}}]}],
    [{op: "deleteItems", ids: ["r0"]}, {op: "moveItem", id: "r5", before: "r1"}, {op: "insertItems", after: "r1", items: [{id: "n"}]}],
  ]) {
    const go = hold(refusal)
    await page.evaluate(() => { window.before = view.mirror.version + JSON.stringify([...view.mirror.elements]); window.seen = 0
      document.getElementById("list").addEventListener("tessera-change", () => window.seen++, {once: true}) })
    await begin(page, operations)
    await page.waitFor(() => window.seen == 1)
    await settle(page)
    await go()
    await page.waitFor(() => window.settled == "invalid_update")
    await settle(page)
    const sorted = await page.evaluate(() => {
      const map = text => JSON.stringify(JSON.parse(text).sort((a, b) => a[0] - b[0]))
      const now = view.mirror.version + JSON.stringify([...view.mirror.elements]), at = now.indexOf("[")
      return [map(window.before.slice(at)), map(now.slice(at))]
    })
    assertSame(sorted[1], sorted[0], JSON.stringify(operations))
    assertSame(await list(page), was, JSON.stringify(operations))
  }
  await close()
})

test("an accepted change is not animated a second time, and its new row keeps its node", async () => {
  const {page, look, close} = await parts.open()
  const go = hold()
  await begin(page, [{op: "insertItems", before: "r2", items: [{id: "new"}]}, {op: "moveItem", id: "r6", before: "r1"}])
  await page.waitFor(() => view.mirror.get("new"))
  await page.evaluate(() => { window.node = view.cells.get(view.mirror.get("new").key).node })
  await settle(page)
  const guessed = await look()
  await go()
  await page.waitFor(() => window.settled == "accepted")
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0)
  assert.deepEqual(await look(), guessed)
  assert.equal(await page.evaluate(() => view.mirror.version), 2)
  assert.ok(await page.evaluate(() => view.cells.get(view.mirror.get("new").key).node == node))
  await close()
})

test("also without animations a new row keeps its cell when the service has inserted it", async () => {
  const {page, close} = await parts.open({options: {isOwn: true}})
  const go = hold()
  await begin(page, [{op: "insertItems", before: "r2", items: [{id: "new"}]}])
  await page.waitFor(() => view.mirror.get("new"))
  await page.evaluate(() => { view.cells.get(view.mirror.get("new").key).node.dataset.mark = "here" })
  await go()
  await page.waitFor(() => window.settled == "accepted")
  assert.ok(await page.evaluate(() => view.cells.get(view.mirror.get("new").key).node.dataset.mark == "here"))
  await close()
})

test("a guess stays on top of changes by others meanwhile", async () => {
  const {page, path, look, close} = await parts.open()
  const go = hold()
  await begin(page, [{op: "deleteItems", ids: ["r2"]}])
  await page.waitFor(() => !view.mirror.get("r2"))
  // Another client is faster: the request of the page is out of date, and is sent again.
  await parts.service.ask("POST", `${path}/updates`, {updates: [{op: "insertItems", before: "r1", items: [{id: "other"}]}]})
  await go()
  await page.waitFor(() => window.settled == "accepted" && view.mirror.get("other"))
  await settle(page)
  const now = await look()
  assert.deepEqual(Object.keys(now).sort((a, b) => now[a].y - now[b].y).slice(0, 5), ["r0", "other", "r1", "r3", "r4"])
  assert.equal(now.r2, undefined)
  await close()
})

test("several changes wait in a row, each of them on top of the others", async () => {
  const {page, look, close} = await parts.open()
  const go = hold()
  for (const id of ["r0", "r3", "r5"]) await begin(page, [{op: "deleteItems", ids: [id]}])
  await page.waitFor(() => !view.mirror.get("r0") && !view.mirror.get("r3") && !view.mirror.get("r5"))
  await settle(page)
  const guessed = await look()
  await go()
  await page.waitFor(() => view.mirror.version == 4 && isQuiet())
  assert.deepEqual(await look(), guessed)
  assert.equal(await page.evaluate(() => view.mirror.contentSize.height), 57 * 40)
  await close()
})

test("in a grid only the deleted cell goes before the service has responded", async () => {
  const {page, look, close} = await parts.open({layout: {kind: "grid", columns: 3, rowHeight: 60}})
  const was = await look(), go = hold()
  await begin(page, [{op: "deleteItems", ids: ["r4"]}])
  await page.waitFor(() => !view.mirror.get("r4"))
  await settle(page)
  const {r4, ...others} = was
  assert.deepEqual(await look(), others)
  await go()
  await page.waitFor(() => window.settled == "accepted")
  await settle(page)
  assert.deepEqual((await look()).r5, r4)
  await close()
})

test("a row deleted at the upper edge of a scrolled list moves nothing a second time", async () => {
  const {page, look, scroll, close} = await parts.open({sections: [{id: "s", items: items(300)}]})
  await scroll(4010)
  const go = hold()
  await begin(page, [{op: "deleteItems", ids: ["r100"]}])
  await page.waitFor(() => !view.mirror.get("r100"))
  await settle(page)
  const guessed = await look()
  await go()
  await page.waitFor(() => window.settled == "accepted")
  await settle(page)
  assert.deepEqual(await look(), guessed)
  await close()
})
