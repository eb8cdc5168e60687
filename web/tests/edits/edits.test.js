// Edits of a page: their names, their fates, and those that a closed tab has left.

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import "../support/browser.js"
import { eventually } from "../support/wait.js"
import { skip } from "../engine/module.js"
import { openStage, rows, updates } from "../view/stage.js"

const list = {kind: "list", rowHeight: 50}
const engines = [["server", {}], ["page", {skip}]]

let stage
before(async () => { stage = await openStage({isStored: true}) })
after(() => stage?.close())

/** Opens a page that notes the fates of its edits. */
async function show(id, options) {
  const page = await stage.show(id, options)
  await page.evaluate(() => {
    window.fates = []
    view.element.addEventListener("tessera-edit", ({detail: {id, type, problem}}) => fates.push({id, type, code: problem?.code}))
  })
  // The modules for edits come when the page is idle.
  await page.waitFor(() => performance.getEntriesByType("resource").some(({name}) => name.endsWith("/edits/resume.js")))
  await page.evaluate(() => import("/client/view/later.js").then(() => {}))
  return page
}

const itemCount = async id => (await stage.service.ask("GET", `/v1/collections/${id}`)).body.itemCount
const typesOf = page => page.evaluate(() => fates.map(({type}) => type))

for (const [engine, options] of engines) {
  test(`an edit has an id, its operations and a fate, with the engine "${engine}"`, options, async () => {
    const id = `fates-${engine}`
    await stage.create(id, list, [{items: rows(100)}])
    const page = await show(id, {engine})
    const edit = await page.evaluate(async () => {
      const {fate, diff, ...edit} = await view.update(batch => batch.delete(["m5"]))
      return {...edit, isShown: diff.version > diff.fromVersion, fate: (await fate).type}
    })
    assert.deepEqual(edit.operations, [{op: "deleteItems", ids: ["m5"]}])
    assert.deepEqual([edit.isShown, edit.fate], [true, "settled"])
    assert.deepEqual(await page.evaluate(() => fates), ["pending", "settled"].map(type => ({id: edit.id, type})))
    await page.close()
  })

  test(`an edit that others have made impossible meanwhile is a conflict, with the engine "${engine}"`, options, async () => {
    const id = `conflicts-${engine}`, {gateway, service} = stage
    await stage.create(id, list, [{items: rows(100)}])
    const page = await show(id, {engine})
    gateway.offline(true)
    await page.waitFor(() => events.some(({name}) => name == "offline"))
    await page.evaluate(() => {
      window.edited = view.update(batch => batch.reload(["m5"])).then(({fate}) => fate, problem => ({problem}))
    })
    await page.waitFor(() => fates.length == 1)
    await updates(service, id, [{op: "deleteItems", ids: ["m5"]}])
    gateway.offline(false)
    await page.waitFor(() => fates.length == 2)
    assert.deepEqual(await typesOf(page), ["pending", "conflict"])
    assert.equal(await page.evaluate(async () => Boolean((await edited).problem)), true)
    await page.close()
  })

  test(`an edit that a closed tab has left is sent once by the next one, with the engine "${engine}"`, options, async () => {
    const id = `left-${engine}`, {gateway} = stage
    await stage.create(id, list, [{items: rows(100)}])
    const page = await show(id, {engine})
    // The service makes the first edit, but the page does not hear of it, however often it asks; the second does not reach
    // the service.
    gateway.dropResponses(Infinity, ({method, path}) => method == "POST" && path.includes("/updates"))
    await page.evaluate(() => { view.update(batch => batch.insert([{id: "made"}], {before: "m0"})).catch(() => {}) })
    await eventually(async () => await itemCount(id) == 101)
    gateway.offline(true)
    await page.evaluate(() => { view.update(batch => batch.insert([{id: "left"}], {before: "m0"})).catch(() => {}) })
    await page.waitFor(async () => {
      const {keptEdits} = await import("/client/edits/kept.js")
      return (await keptEdits(collection)).length == 2
    })
    await page.close()
    gateway.dropResponses(0)
    gateway.offline(false)
    gateway.log.length = 0
    const next = await show(id, {engine})
    await next.waitFor(() => view.mirror.get("left") && view.mirror.get("made"))
    await next.waitFor(async () => {
      const {keptEdits} = await import("/client/edits/kept.js")
      return (await keptEdits(collection)).length == 0
    })
    assert.equal(await itemCount(id), 102)
    const sent = gateway.log.filter(({method, path}) => method == "POST" && path.includes("/updates"))
    assert.equal(new Set(sent.map(({headers}) => headers["idempotency-key"])).size, 2)
    await next.close()
  })
}

test("an edit whose fate comes while the kept ones are read is not sent again", async () => {
  const {gateway} = stage
  await stage.create("reading", list, [{items: rows(100)}])
  const page = await show("reading", {})
  const post = ({method, path}) => method == "POST" && path.includes("/reading/updates")
  let release
  const released = new Promise(done => release = done)
  gateway.intercept = async entry => { if (post(entry)) await released }
  try {
    await page.evaluate(() => { window.ended = view.update(batch => batch.delete(["m5"])).then(({fate}) => fate) })
    await page.waitFor(async () => (await (await import("/client/edits/kept.js")).keptEdits(collection)).length)
    // A busy browser delivers the edits that it has read after the fate has come.
    await page.evaluate(async () => {
      const {resume} = await import("/client/edits/resume.js"), {getAll} = IDBObjectStore.prototype
      IDBObjectStore.prototype.getAll = function () {
        const request = getAll.call(this)
        return {
          get result() { return request.result },
          set onsuccess(take) { request.onsuccess = () => { window.isRead = true; ended.then(take) } },
        }
      }
      window.resumed = resume(view, new AbortController().signal)
    })
    await page.waitFor(() => window.isRead)
    release()
    await page.evaluate(() => resumed)
  } finally {
    gateway.intercept = undefined
  }
  assert.deepEqual(await typesOf(page), ["pending", "settled"])
  assert.equal(gateway.log.filter(post).length, 1)
  await page.close()
})

test("an edit of a tab that opens while another looks for left ones is sent by its own tab alone", async () => {
  const {gateway} = stage
  await stage.create("opening", list, [{items: rows(100)}])
  const page = await show("opening", {})
  let release
  const released = new Promise(done => release = done)
  gateway.intercept = async ({method, path}) => { if (method == "POST" && path.includes("/opening/updates")) await released }
  try {
    // A busy browser delivers which tabs live after another one has opened and kept its first edit.
    await page.evaluate(async () => {
      const {resume} = await import("/client/edits/resume.js"), {query} = LockManager.prototype
      const goOn = new Promise(done => window.goOn = done)
      LockManager.prototype.query = async function () {
        const locks = await query.call(this)
        window.isAsked = true
        await goOn
        return locks
      }
      resume(view, new AbortController().signal).then(() => window.hasResumed = true)
    })
    await page.waitFor(() => window.isAsked)
    const other = await show("opening", {})
    await other.evaluate(() => { view.update(batch => batch.delete(["m5"])).catch(() => {}) })
    await other.waitFor(async () => (await (await import("/client/edits/kept.js")).keptEdits(collection)).length)
    await page.evaluate(() => goOn())
    // What the page takes for left it would send first, and the gateway holds that back.
    await page.waitFor(() => window.hasResumed || fates.length)
    assert.deepEqual(await typesOf(page), [])
    release()
    await other.waitFor(() => fates.length == 2)
    assert.deepEqual(await typesOf(other), ["pending", "settled"])
    await other.close()
  } finally {
    release()
    gateway.intercept = undefined
  }
  await page.close()
})

test("a page that opts out keeps no edit", async () => {
  const {gateway} = stage
  await stage.create("unkept", list, [{items: rows(100)}])
  const page = await stage.show("unkept", {keepEdits: false})
  await page.evaluate(() => Promise.all([import("/client/edits/edits.js"), import("/client/view/later.js")]).then(() => {}))
  gateway.offline(true)
  await page.evaluate(() => { view.update(batch => batch.delete(["m0"])).catch(() => {}) })
  await page.waitFor(() => !view.mirror.get("m0"))
  assert.equal(await page.evaluate(async () => (await (await import("/client/edits/kept.js")).keptEdits(collection)).length), 0)
  gateway.offline(false)
  await page.close()
})

test("a first edit offline is shown at once, and made when the service is back", async () => {
  const {gateway} = stage
  await stage.create("first", list, [{items: rows(100)}])
  const page = await show("first", {})
  gateway.offline(true)
  await page.evaluate(() => { view.update(batch => batch.delete(["m0"])).catch(() => {}) })
  await page.waitFor(() => !view.mirror.get("m0"))
  assert.equal(await itemCount("first"), 100)
  gateway.offline(false)
  await eventually(async () => await itemCount("first") == 99)
  await page.close()
})

test("keys move a row offline, and the service gets the move when it is back", async () => {
  const {gateway, service} = stage
  await stage.create("keys", list, [{items: rows(20)}])
  const page = await show("keys", {reorder: true})
  await page.evaluate(() => import("/client/interaction/Drag.js").then(() => {}))
  await page.evaluate(() => { [...view.cells.values()].find(({element}) => element.id == "m2").node.focus() })
  gateway.offline(true)
  await page.waitFor(() => !view.session.isOnline)
  for (const key of [" ", "ArrowDown", "ArrowDown", " "]) await page.key(key)
  const shown = () => view.visible.slice(0, 6).map(({id}) => id)
  await page.waitFor(() => view.mirror.get("m2").indexPath[1] == 4)
  assert.deepEqual(await page.evaluate(shown), ["m0", "m1", "m3", "m4", "m2", "m5"])
  assert.match(await page.evaluate(() => document.querySelector(".tessera-announcements").textContent), /put down, position 5 of 20/)
  gateway.offline(false)
  await eventually(async () => (await service.ask("GET", "/v1/collections/keys")).body.version == 2)
  const {body} = await service.ask("GET", "/v1/collections/keys/attributes")
  assert.deepEqual(body.attributes.slice(0, 6).map(({id}) => id), ["m0", "m1", "m3", "m4", "m2", "m5"])
  await page.close()
})

test("a page whose engine lacks a part offline goes on with the service, and is online only when it is", {skip}, async () => {
  const {gateway} = stage
  await stage.create("outage", list, [{items: rows(100)}])
  gateway.interceptFile = path => path.endsWith("/rest.wasm") ? {status: 503, body: ""} : undefined
  const page = await stage.show("outage", {engine: "page", layout: {kind: "list", rowHeight: 40}})
  gateway.offline(true)
  try {
    await page.waitFor(() => events.some(({name}) => name == "offline"))
    // The first part has no waterfalls.
    await page.evaluate(() => { view.setLayout({kind: "waterfall", columns: 2}).catch(() => {}) })
    await page.waitFor(() => view.session.constructor.name == "HTTPSession")
    const lines = () => events.map(({name}) => name).filter(name => /line/.test(name))
    assert.deepEqual(await page.evaluate(lines), ["offline"])
    gateway.interceptFile = undefined
    gateway.offline(false)
    await page.waitFor(() => events.some(({name}) => name == "online"))
    assert.deepEqual(await page.evaluate(lines), ["offline", "online"])
  } finally {
    gateway.interceptFile = undefined
    gateway.offline(false)
  }
  await page.close()
})
