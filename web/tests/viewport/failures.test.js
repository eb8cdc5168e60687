import assert from "node:assert/strict"
import { after, test } from "node:test"
import { startService } from "../support/service.js"
import { eventually, sleep } from "../support/wait.js"
import { ViewportClient, rows } from "./ViewportClient.js"

const service = await startService({isStored: true})
after(() => service.stop())

let number = 0
async function openPage(t, options) {
  const id = `failures-${++number}`
  await service.ask("POST", "/v1/collections", rows(id))
  const page = new ViewportClient(service, id, options)
  t.after(() => page.viewport.close())
  await eventually(() => page.isAt(1), {what: () => JSON.stringify(page.log)})
  return page
}
const insertion = (id, before) => ({op: "insertItems", before, items: [{id, size: [300, 50]}]})
/** Whether a page is online, offline or closed: requests report their latency besides, whenever it changes. */
const standing = page => page.statuses.findLast(({type}) => type != "latency")?.type
const update = (page, updates) => service.ask("POST", `${page.collection.path}/updates`, {updates})

/** Whether the mirror has the elements that a fresh query returns. */
async function assertSame(page) {
  const {x, y, width, height} = page.mirror.window
  const {body} = await service.ask("GET", `${page.collection.path}/attributes?rect=${x},${y},${width},${height}`
    + `&viewport=${page.viewport.name}`)
  assert.equal(page.mirror.version, body.version)
  assert.deepEqual(page.mirror.ordered().map(({key, ...attributes}) => attributes), body.attributes)
}

test("a scroll whose response is lost is made good by a resync", async t => {
  const page = await openPage(t), keys = new Map(page.mirror.ordered().map(({id, key}) => [id, key]))
  page.lost = 1
  page.scroll(100)
  await eventually(() => page.isAt(1) && standing(page) == "online", {what: () => JSON.stringify(page.statuses)})
  assert.equal(page.log.at(-1).body.resync, true)
  assert.equal(page.mirror.get("r4").key, keys.get("r4"))
  await assertSame(page)
})

test("a change whose response is lost is made once, and its response is taken late", async t => {
  const page = await openPage(t)
  page.lost = 2
  const changed = page.viewport.perform(options =>
    page.collection.update(batch => batch.insert([{id: "mine", size: [300, 50]}], {before: "r0"}), options))
  // Meanwhile another client is faster than the repetition.
  await eventually(() => page.lost < 2)
  await update(page, [insertion("other", "r0")])
  const outcome = await changed
  await eventually(() => page.isAt(3))
  assert.equal(outcome.version - outcome.fromVersion, 1)
  assert.deepEqual(page.ids.slice(0, 3).sort(), ["mine", "other", "r0"])
  await assertSame(page)
})

test("while the service cannot be reached changes wait in their order and the window stays", async t => {
  const page = await openPage(t)
  page.isOffline = true
  const first = page.viewport.perform(options => page.collection.update(batch => batch.delete(["r0"]), options))
  const second = page.viewport.perform(options => page.collection.update(batch => batch.delete(["r1"]), options))
  page.scroll(50)
  await eventually(() => standing(page) == "offline")
  assert.equal(page.ids[0], "r0")
  page.isOffline = false
  assert.deepEqual([(await first).version, (await second).version], [2, 3])
  await eventually(() => page.isAt(3))
  assert(page.statuses.some(({type}) => type == "online"))
  await assertSame(page)
})

test("a viewport that the service has deleted is created again", async t => {
  const page = await openPage(t), path = `${page.collection.path}/viewports/${page.viewport.name}`
  const {status} = await service.ask("DELETE", path)
  assert.equal(status, 204)
  await eventually(async () => (await service.ask("PUT", path, {})).status == 200)
  page.scroll(700)
  await eventually(() => page.isAt(1))
  await update(page, [insertion("new", "r14")])
  await eventually(() => page.isAt(2))
  await assertSame(page)
})

test("a change of a viewport that the service has deleted is made when the viewport is created again", async t => {
  const page = await openPage(t)
  const {status} = await service.ask("DELETE", `${page.collection.path}/viewports/${page.viewport.name}`)
  assert.equal(status, 204)
  const {version} = await page.viewport.perform(options => page.collection.update(batch => batch.delete(["r3"]), options))
  assert.equal(version, 2)
  await eventually(() => page.isAt(2))
  assert.deepEqual(page.statuses.filter(({type}) => type == "closed" || type == "error"), [])
  await assertSame(page)
})

test("an idle viewport that has expired is created again by the next scroll", async t => {
  const page = await openPage(t), {tessera} = page, {send} = tessera
  let isMissing = false
  // Its stream keeps a viewport alive: here it is as if the page had slept.
  tessera.send = async (method, path, options) => {
    if (!isMissing && page.y == 300) {
      isMissing = true
      await service.ask("DELETE", path)
    }
    return send.call(tessera, method, path, options)
  }
  page.scroll(300)
  await eventually(() => page.isAt(1) && isMissing)
  assert.equal(page.log.at(-1).body.resync, true)
  await assertSame(page)
})

test("a step of a movement that is gone, refused while the stream is back, is rejected alone, and the viewport goes on", async t => {
  const page = await openPage(t)
  page.before = async ({method}) => {
    if (method == "PATCH") page.viewport.resync()
  }
  page.log.length = 0
  const step = page.viewport.perform(options => page.collection.updateMovement({targetIndexPath: [0, 3]}, options))
  await assert.rejects(step, {status: 404})
  await eventually(() => page.isAt(1) && page.log.at(-1).body.resync)
  assert.deepEqual(page.statuses.filter(({type}) => type == "closed" || type == "error"), [])
  await update(page, [insertion("later", "r0")])
  await eventually(() => page.isAt(2))
  await assertSame(page)
})

test("a scroll of a viewport that the service has forgotten, answered while the stream is back, creates it again", async t => {
  const page = await openPage(t)
  let isMissing = false
  page.before = async ({method, path}) => {
    if (isMissing || method != "PUT") return
    isMissing = true
    await service.ask("DELETE", path.split("?")[0])
    page.viewport.resync()
  }
  page.scroll(300)
  await eventually(() => page.isAt(1) && page.log.at(-1).body.resync, {what: () => JSON.stringify(page.statuses)})
  assert.deepEqual(page.statuses.filter(({type}) => type == "closed"), [])
  await assertSame(page)
})

test("a window that is to be read anew while a scroll is on its way is read anew after it", async t => {
  const page = await openPage(t)
  page.log.length = 0
  let isAsked = false
  page.before = async () => {
    if (!isAsked) page.viewport.resync()
    isAsked = true
  }
  page.scroll(300)
  await eventually(() => page.log.length == 2 && page.isAt(1), {what: () => JSON.stringify(page.log)})
  assert.deepEqual(page.log.map(({body}) => body.resync), [false, true])
  await assertSame(page)
})

test("when the collection is deleted the viewport ends, and its changes are refused", async t => {
  const page = await openPage(t)
  await service.ask("DELETE", page.collection.path)
  await eventually(() => page.statuses.at(-1)?.type == "closed")
  assert.equal(page.statuses.at(-1).reason, "collection_deleted")
  await assert.rejects(page.viewport.perform(options => page.collection.update(batch => batch.delete(["r0"]), options)))
})

test("after a restart in the middle of everything the mirror is right", async t => {
  const page = await openPage(t)
  page.scroll(1000)
  await eventually(() => page.isAt(1))
  const changed = page.viewport.perform(options =>
    page.collection.update(batch => batch.insert([{id: "mine", size: [300, 50]}], {before: "r20"}), options))
  await Promise.all([service.restart(), sleep(1)])
  page.scroll(1100)
  await changed
  await eventually(async () => (await service.ask("GET", page.collection.path)).body.version == page.mirror.version
    && page.isAt(page.mirror.version))
  await assertSame(page)
  await update(page, [insertion("later", "r25")])
  await eventually(() => page.mirror.get("later"))
  await assertSame(page)
})

test("a viewport whose stream was interrupted reads its window anew", async t => {
  const page = await openPage(t)
  await eventually(() => page.streams == 1)
  page.log.length = 0
  await service.restart()
  await eventually(() => page.streams > 1 && page.isAt(1) && page.log.length)
  assert(page.log.some(({body}) => body.resync))
  await assertSame(page)
})

test("a change that was made but whose response is gone resolves without one, and is in the mirror", async t => {
  const page = await openPage(t)
  page.lost = 1
  const changed = page.viewport.perform(options =>
    page.collection.update(batch => batch.insert([{id: "mine", size: [300, 50]}], {before: "r0"}), options))
  await eventually(() => page.lost == 0)
  await service.restart()
  await changed
  await eventually(() => page.mirror.get("mine"))
  const {body} = await service.ask("GET", page.collection.path)
  assert.equal(body.itemCount, 201)
  await eventually(() => page.isAt(2))
  await assertSame(page)
})

test("a closed viewport sends nothing more and leaves none behind", async t => {
  const page = await openPage(t)
  const waiting = page.viewport.perform(() => new Promise(() => {}))
  waiting.catch(() => {})
  page.viewport.close()
  await assert.rejects(waiting, {name: "AbortError"})
  await eventually(async () => {
    const {body} = await service.ask("GET", `${page.collection.path}/viewports`)
    return body.viewports.every(({name}) => name != page.viewport.name)
  })
  const {length} = page.log
  page.scroll(500)
  await update(page, [insertion("later", "r0")])
  assert.equal(page.log.length, length)
})
