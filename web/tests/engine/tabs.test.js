// Runs in Firefox too.
import assert from "node:assert/strict"
import { after, afterEach, before, test } from "node:test"
import { browserName } from "../support/browser.js"
import { eventually } from "../support/wait.js"
import { faults, openStage, rows, settle, updates } from "../view/stage.js"
import { query } from "./frames.js"
import { skip } from "./module.js"

let stage
before(async () => { stage = skip ? undefined : await openStage({isStored: true}) })
after(() => stage?.close())

// A test that fails leaves its tabs behind.
const opened = []
afterEach(async () => { for (const page of opened.splice(0)) await page.close().catch(() => {}) })

/** Creates a collection, and opens tabs that show it, one after the other. */
async function open(id, count) {
  await stage.create(id, {kind: "list", rowHeight: 50}, [{items: rows(1000)}])
  const pages = []
  for (let number = 0; number < count; number++) pages.push(await show(id))
  return pages
}

async function show(id) {
  const page = await stage.show(id, {engine: "page", animation: false})
  opened.push(page)
  return page
}

const insert = (id, item) => updates(stage.service, id, [{op: "insertItems", at: [[0, 0]], items: [{id: item}]}])

/** The queries of the feeds that were opened, and how many of them are open. */
const feeds = id => {
  const found = stage.gateway.log.filter(({path, status}) => path.startsWith(`/v1/collections/${id}/replica`) && status == 200)
  return {asked: found.map(({path}) => query(path)), open: found.filter(({isOpen}) => isOpen).length}
}

/** Waits until pages show an item first, and everything else as the mirror has it. */
async function areRight(pages, first) {
  for (const page of pages) {
    await page.waitFor(first => view.mirror.get(first)?.indexPath[1] == 0, first)
    await settle(page)
    assert.deepEqual(await page.evaluate(faults), [])
    assert.deepEqual(page.errors, [])
  }
  const seen = () => view.mirror.ordered().filter(({frame}) => frame.y < 800).map(({id, frame}) => [id, frame])
  const shown = await Promise.all(pages.map(page => page.evaluate(seen)))
  for (const each of shown) assert.deepEqual(each, shown[0])
}

test("three tabs show every change over one feed", {skip}, async () => {
  const pages = await open("three", 3)
  await insert("three", "theirs")
  await areRight(pages, "theirs")
  for (const [number, page] of pages.entries()) {
    await page.evaluate(id => view.update([{op: "insertItems", at: [[0, 0]], items: [{id}]}]), `tab ${number}`)
    await areRight(pages, `tab ${number}`)
  }
  assert.deepEqual(feeds("three"), {asked: [""], open: 1})
})

test("a tab shows nothing of a change that another has made and the service has not ordered", {skip}, async () => {
  const [first] = await open("waiting", 1)
  stage.gateway.intercept = ({method, path}) => method == "POST" && /waiting.updates/.test(path) ? {status: 503} : undefined
  await first.evaluate(() => view.update([{op: "insertItems", at: [[0, 0]], items: [{id: "waits"}]}]))
  assert.deepEqual(await first.evaluate(() => view.mirror.get("waits").indexPath), [0, 0])
  const second = await show("waiting")
  await areRight([second], "m0")
  stage.gateway.intercept = undefined
  await areRight([first, second], "waits")
  assert.deepEqual(feeds("waiting"), {asked: [""], open: 1})
})

test("when the tab with the feed closes or crashes, another goes on at its version", {skip}, async () => {
  const [first, second, third] = await open("closing", 3)
  await insert("closing", "one")
  await areRight([first, second, third], "one")
  await first.close()
  await insert("closing", "two")
  await areRight([second, third], "two")
  // Firefox has no command for a crash.
  await (second.crash?.() ?? second.close())
  await insert("closing", "three")
  await areRight([third], "three")
  assert.deepEqual(feeds("closing"), {asked: ["", "?since=2", "?since=3"], open: 1})
  assert.deepEqual(await third.evaluate(() => statuses.filter(type => type == "reloaded")), [])
})

test("the tabs follow a service that was restarted", {skip}, async () => {
  const pages = await open("restarted", 3)
  await stage.service.restart()
  await insert("restarted", "later")
  await areRight(pages, "later")
  assert.deepEqual(feeds("restarted"), {asked: ["", "?since=1"], open: 1})
})

const inChromium = {skip: skip || browserName != "chromium" && "another browser has no command for this"}

test("a tab that the browser stops gives its feed away, and is right when it wakes", inChromium, async () => {
  const [first, second] = await open("frozen", 2)
  await first.freeze()
  await insert("frozen", "meanwhile")
  await areRight([second], "meanwhile")
  await first.freeze(false)
  await areRight([first, second], "meanwhile")
  await insert("frozen", "after")
  await areRight([first, second], "after")
  assert.equal(feeds("frozen").open, 1)
})

test("a tab without the feed that the browser stops is right when it wakes", inChromium, async () => {
  const [first, second] = await open("asleep", 2)
  await second.freeze()
  for (let number = 0; number < 20; number++) await insert("asleep", `new ${number}`)
  await areRight([first], "new 19")
  await second.freeze(false)
  await areRight([first, second], "new 19")
  assert.deepEqual(feeds("asleep"), {asked: [""], open: 1})
})

test("a tab with the feed that does not respond loses it to another", inChromium, async () => {
  const [first, second, third] = await open("stuck", 3)
  await first.send("Debugger.enable")
  first.send("Runtime.evaluate", {expression: "debugger"}).catch(() => {})
  await insert("stuck", "meanwhile")
  for (const page of [second, third]) await page.evaluate(() => dispatchEvent(new Event("online")))
  await areRight([second, third], "meanwhile")
  await first.send("Debugger.resume")
  await insert("stuck", "after")
  await areRight([first, second, third], "after")
  await eventually(() => feeds("stuck").open == 1, {what: () => JSON.stringify(feeds("stuck"))})
})
