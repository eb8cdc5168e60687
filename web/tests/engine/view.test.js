import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import "../support/browser.js"
import { within } from "../support/process.js"
import { eventually } from "../support/wait.js"
import { faults, openStage, rows, settle, updates } from "../view/stage.js"
import { limited } from "./limited.js"
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
  await settle(page)
  return page
}

/** Adds another view of the collection. Runs in the page. */
async function addView() {
  const {CollectionView} = await import("/client/view/CollectionView.js"), element = document.createElement("div")
  element.style.height = "300px"
  document.body.append(element)
  window.other = new CollectionView(element, {collection, engine: "page"})
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

for (const latency of isShort ? [500] : [0, 40, 100, 500]) {
  for (const speed of isShort ? [40] : [10, 40]) {
    test(`at ${latency} ms of latency ${speed * 60} px a second have no wrong frame`, {skip}, async () => {
      const id = `fling-${latency}-${speed}`
      await stage.create(id, {kind: "list", rowHeight: 44}, [{items: rows(20_000)}])
      const page = await show(id)
      stage.gateway.latency = latency
      const {wrong, jump} = await run(page, `() => ${speed}`, isShort ? 100 : 200)
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

test("items are drawn by their places in every frame that scrolls, without the service", {skip}, async () => {
  const visibleItems = {alpha: "1 - abs(distance) / 2000", transform: {scale: "1 - abs(distance) / 4000"}}
  await stage.create("places", {kind: "compositional", sections: [
    {group: {size: [150, 100], items: [{}]}, orthogonalScrollingBehavior: "continuous", visibleItems},
    {list: {rowHeight: 60}, visibleItems},
  ]}, [{items: rows(100)}, {items: rows(500, "n")}])
  const page = await show("places")
  await page.waitFor(() => document.querySelector(".tessera-strip .tessera-cell"))
  const release = holdRequests()
  // The middle of the strip and that of the list, at their offsets, decide how opaque their cells are.
  const looks = await page.evaluate(async () => {
    const strip = document.querySelector(".tessera-strip"), seen = []
    const wrong = () => view.sorted.filter(({node, element: {frame, indexPath: [section]}}) => {
      const distance = section ? frame.y + frame.height / 2 - view.element.scrollTop - view.size.height / 2
        : frame.x + frame.width / 2 - strip.scrollLeft - view.size.width / 2
      return Math.abs((node.style.opacity || 1) - Math.max(0, 1 - Math.abs(distance) / 2000)) > 1e-3
    }).map(({element: {id}, node}) => `${id} ${node.style.opacity}`)
    for (const scroll of [() => { strip.scrollLeft += 20 }, () => { view.element.scrollTop += 10 }]) {
      for (let step = 0; step < 5; step++) {
        scroll()
        // A busy browser may report a scroll some frames later.
        for (let frame = 0; frame < 10 && (frame < 2 || wrong().length); frame++) await new Promise(requestAnimationFrame)
        seen.push(wrong())
      }
    }
    return seen
  })
  release()
  assert.deepEqual(looks, Array(10).fill([]))
  assert.deepEqual(page.errors, [])
  await page.close()
})

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
    const name = await page.evaluate(() => view.session.name)
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
  // The page loads the part for changes before it is offline.
  await page.waitFor(async () => {
    const paths = ["guesses/update.js", "changes/Animator.js", "mirror/Change.js", "mirror/diffs.js", "service/operations.js",
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

test("a page whose module runs out of memory leaves the layout to the service", {skip}, async () => {
  const pages = {"/client/engine/first.wasm": limited(32).first}
  const small = await openStage({pages}), {service} = small
  try {
    await small.create("full", {kind: "list", rowHeight: 50}, [{items: rows(1000)}])
    const page = await small.show("full", {engine: "page"})
    await page.evaluate(addView)
    await page.waitFor(() => other.mirror.get("m0"))
    assert.equal(small.gateway.log.filter(({path}) => /replica/.test(path)).length, 1)
    const items = rows(30_000, "a rather long name ")
    const update = {op: "insertItems", at: items.map((_, number) => [0, number]), items}
    assert.equal((await updates(service, "full", [update])).status, 200)
    await page.waitFor(() => statuses.includes("closed") && view.mirror.contentSize.height == 50 * 31_000)
    // The other view of the replica moves, too.
    await page.waitFor(() => other.mirror.contentSize.height == 50 * 31_000)
    await run(page, "() => 20", 60)
    await settle(page)
    assert.deepEqual(await page.evaluate(faults), [])
    assert.deepEqual(page.errors, [])
  } finally {
    await small.close()
  }
})

test("a view of a collection that was deleted and created again begins anew", {skip}, async () => {
  await stage.create("again", {kind: "list", rowHeight: 50}, [{items: rows(1000)}])
  const page = await show("again")
  await stage.service.ask("DELETE", "/v1/collections/again")
  await page.waitFor(() => statuses.includes("closed"))
  await stage.create("again", {kind: "list", rowHeight: 50}, [{items: rows(1000, "other")}])
  await page.evaluate(addView)
  await page.waitFor(() => other.mirror.get("other0"))
  await updates(stage.service, "again", [{op: "deleteItems", ids: ["other0"]}])
  await page.waitFor(() => !other.mirror.get("other0") && other.mirror.get("other1"))
  assert.equal(stage.gateway.log.filter(({path}) => /again.replica/.test(path)).length, 2)
  await page.close()
})

test("the page shows the layout of its engine before the service has responded", {skip}, async () => {
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

test("a tab that slept for a day recovers by itself, and reports it", {skip}, async () => {
  // The service has no history of the missed changes, and no longer has its viewport.
  const slept = await openStage({isStored: true, flags: ["--viewport-idle", "1s", "--history-limit", "1"]}), {service, gateway} = slept
  try {
    await slept.create("slept", {kind: "list", rowHeight: 50}, [{items: rows(5000)}])
    const page = await slept.show("slept", {engine: "page"}), name = await page.evaluate(() => view.session.name)
    await page.evaluate(() => { view.element.scrollTop = 100_000 })
    await settle(page)
    const viewport = () => service.ask("GET", `/v1/collections/slept/attributes?viewport=${name}&rect=0,0,1,1`)
    await eventually(async () => (await viewport()).status == 200)
    gateway.offline(true)
    await page.waitFor(() => statuses.includes("offline"))
    const feeds = gateway.log.length
    for (let number = 0; number < 20; number++) {
      await updates(service, "slept", [{op: "deleteItems", ids: [`m${number}`]}, {op: "insertItems", at: [[0, 4000]], items: [{id: `new ${number}`}]}])
    }
    // Recent entries are in memory besides.
    await service.restart()
    await eventually(async () => (await viewport()).status == 404)
    await page.evaluate(() => view.update([{op: "insertItems", at: [[0, 0]], items: [{id: "offline"}]}]))
    gateway.offline(false)
    await page.waitFor(() => statuses.includes("online") && statuses.includes("reloaded"))
    assert.match(gateway.log.slice(feeds).find(({path}) => /replica/.test(path)).path, /since=1&/)
    await settle(page)
    assert.deepEqual(await page.evaluate(faults), [])
    // Its changes and its viewport reach the service again.
    await page.evaluate(() => view.update([{op: "insertItems", at: [[0, 0]], items: [{id: "awake"}]}]))
    await eventually(async () => (await service.ask("GET", "/v1/collections/slept")).body.version == 23)
    await eventually(async () => (await viewport()).status == 200)
    await settle(page)
    assert.deepEqual(await page.evaluate(faults), [])
    await page.waitFor(() => statuses.length >= 5)
    assert.deepEqual(await page.evaluate(() => statuses), ["offline", "online", "reloaded", "settled", "settled"])
    assert.deepEqual(page.errors, [])
  } finally {
    await slept.close()
  }
})

test("a header that pins may begin as far down as its section goes, though its last rows are not here", {skip}, async () => {
  const header = {size: [400, 30]}, layout = {kind: "list", rowHeight: 50, rowSpacing: 2, sectionInset: {top: 10, bottom: 20}}
  await stage.create("pinned", layout, [{header, items: rows(3000)}, {header, items: rows(10, "other")}])
  const page = await show("pinned")
  await page.waitFor(() => document.querySelector(".tessera-pinned .tessera-header"))
  const range = () => [...view.cells.values()].find(({element}) => element.kind == "header").range
  // The section ends where the header of the next one begins.
  const end = await page.evaluate(async () => {
    const {attributes} = await collection.attributes({rect: "0,0,400,1000000"})
    return attributes.find(({kind, indexPath}) => kind == "header" && indexPath[0] == 1).frame.y
  })
  assert.deepEqual(await page.evaluate(range), [0, end - 30])
  await page.evaluate(() => view.update([{op: "deleteItems", at: [[0, 1000]]}]))
  await settle(page)
  assert.deepEqual(await page.evaluate(range), [0, end - 30 - 52])
  await page.close()
})
