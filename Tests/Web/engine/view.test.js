import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import "../support/browser.js"
import { within } from "../support/process.js"
import { eventually } from "../support/wait.js"
import { faults, isQuiet, openStage, rows, updates } from "../view/stage.js"
import { skip } from "./module.js"

const isShort = process.env.TESSERA_WEB == "short"
const automatic = {kind: "list", rowHeight: "automatic"}

let stage
before(async () => { stage = skip ? undefined : await openStage({isStored: true}) })
after(() => stage?.close())

const run = (page, step, limit = 120) => page.evaluate(`Object.assign(probe, {limit: ${limit}, step: ${step}, frames: 0,
  wrong: 0, jump: 0, isRunning: true})`).then(() => page.waitFor(() => !probe.isRunning))
  .then(() => page.evaluate(() => ({...probe, step: 0})))

/** Opens a page whose engine is here. */
async function show(id, options = {}) {
  const page = await stage.show(id, {engine: "page", ...options})
  await page.waitFor(isQuiet)
  return page
}

/** Waits until nothing has moved for some frames from now on. */
async function settle(page) {
  await page.evaluate(() => { probe.still = 0 })
  await page.waitFor(isQuiet)
}

/** Keeps the requests of pages from the service until the returned function is called. */
function holdRequests() {
  let release
  const released = new Promise(done => { release = done })
  stage.gateway.intercept = () => released
  return () => {
    stage.gateway.intercept = undefined
    release()
  }
}

for (const latency of isShort ? [0, 500] : [0, 40, 100, 500]) {
  for (const speed of [10, 40]) {
    test(`at ${latency} ms of latency ${speed * 60} px a second have no wrong frame`, {skip}, async () => {
      const id = `fling-${latency}-${speed}`
      await stage.create(id, {kind: "list", rowHeight: 44}, [{items: rows(20_000)}])
      const page = await show(id)
      stage.gateway.latency = latency
      const {wrong, jump} = await run(page, `() => ${speed}`, 200)
      stage.gateway.latency = 0
      assert.equal(wrong, 0)
      assert.ok(jump <= 1, `a row has moved by ${jump} px`)
      await settle(page)
      assert.deepEqual(await page.evaluate(faults), [])
      assert.deepEqual(page.errors, [])
      await page.close()
    })
  }
}

test("rows that the page measures are laid out by the page, and ordered by the service", {skip}, async () => {
  await stage.create("measured", automatic, [{items: rows(5000)}])
  const page = await show("measured", {measure: "dom"})
  const {wrong, jump} = await run(page, "() => 20", 100)
  assert.equal(wrong, 0)
  assert.ok(jump <= 1, `a row has moved by ${jump} px`)
  await settle(page)
  assert.deepEqual(await page.evaluate(faults), [])
  const height = await page.evaluate(() => view.mirror.contentSize.height)
  await eventually(async () => {
    const name = await page.evaluate(() => view.viewport.name)
    const {body} = await stage.service.ask("GET", `/v1/collections/measured/attributes?viewport=${name}&rect=0,0,1,1`)
    return body.contentSize?.height == height
  }, {what: () => `the service does not come to ${height}`})
  await page.close()
})

test("a change is shown before the service knows of it, and stays", {skip}, async () => {
  await stage.create("mine", {kind: "list", rowHeight: 50}, [{items: rows(1000)}])
  const page = await show("mine")
  const release = holdRequests()
  try {
    await within(60_000, page.evaluate(() => view.update([{op: "insertItems", at: [[0, 0]], items: [{id: "first"}]}])), "the change")
    assert.deepEqual(await page.evaluate(() => view.mirror.get("first").indexPath), [0, 0])
    assert.equal((await stage.service.ask("GET", "/v1/collections/mine")).body.version, 1)
  } finally {
    release()
  }
  await eventually(async () => (await stage.service.ask("GET", "/v1/collections/mine")).body.version == 2)
  await settle(page)
  assert.deepEqual(await page.evaluate(() => view.mirror.get("first").indexPath), [0, 0])
  assert.deepEqual(await page.evaluate(faults), [])
  await page.close()
})

test("a change of another client is shown", {skip}, async () => {
  await stage.create("theirs", {kind: "list", rowHeight: 50}, [{items: rows(1000)}])
  const page = await show("theirs")
  await updates(stage.service, "theirs", [{op: "deleteItems", ids: ["m0", "m2"]}])
  await page.waitFor(() => !view.mirror.get("m0") && view.mirror.get("m1").frame.y == 0)
  await settle(page)
  assert.deepEqual(await page.evaluate(faults), [])
  await page.close()
})

test("offline, a page scrolls on, and its changes wait", {skip}, async () => {
  await stage.create("offline", {kind: "list", rowHeight: 50}, [{items: rows(10_000)}])
  const page = await show("offline")
  // The page loads what changes need before it is offline.
  await page.waitFor(async () => {
    const paths = ["changes/update.js", "changes/Animator.js", "mirror/Change.js", "mirror/itemCounts.js", "service/operations.js",
      "view/actions.js"].map(path => `/client/${path}`)
    const loaded = performance.getEntriesByType("resource").map(({name}) => new URL(name).pathname)
    return paths.every(path => loaded.includes(path)) && Promise.all(paths.map(path => import(path)))
  })
  stage.gateway.offline(true)
  try {
    await page.waitFor(() => events.some(({name}) => name == "offline"))
    const {wrong} = await run(page, "() => 40", 100)
    assert.equal(wrong, 0)
    await page.evaluate(() => view.update([{op: "deleteItems", ids: ["m9999"]}]))
    assert.deepEqual(await page.evaluate(faults), [])
  } finally {
    stage.gateway.offline(false)
  }
  await eventually(async () => (await stage.service.ask("GET", "/v1/collections/offline")).body.version == 2)
  await settle(page)
  assert.deepEqual(await page.evaluate(faults), [])
  await page.close()
})

test("a page that cannot run the module leaves the layout to the service", {skip}, async () => {
  await stage.create("without", {kind: "list", rowHeight: 50}, [{items: rows(1000)}])
  stage.gateway.intercept = ({path}) => /replica/.test(path) ? {status: 406, body: {status: 406, code: "not_acceptable"}} : undefined
  const other = await stage.show("without", {engine: "page"})
  stage.gateway.intercept = undefined
  const {wrong} = await run(other, "() => 20", 60)
  assert.equal(wrong, 0)
  await settle(other)
  assert.deepEqual(await other.evaluate(faults), [])
  await other.close()
})

test("what the page lays out is seen before the service has answered", {skip}, async () => {
  await stage.create("local", {kind: "list", rowHeight: 50}, [{items: rows(10_000)}])
  const page = await show("local")
  const release = holdRequests()
  try {
    await page.evaluate(() => { view.element.scrollTop = 250_000 })
    await page.waitFor(() => view.mirror.window.y < 250_000 && view.mirror.window.y + view.mirror.window.height > 250_800)
    await settle(page)
    assert.deepEqual(await page.evaluate(faults), [])
  } finally {
    release()
  }
  await page.close()
})
