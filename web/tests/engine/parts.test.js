// The first part of the module, while the rest is on its way.

import assert from "node:assert/strict"
import { createServer } from "node:http"
import { after, before, test } from "node:test"
import { brotliCompressSync } from "node:zlib"
import { Engine } from "../../client/engine/Engine.js"
import { Layout } from "../../client/engine/Layout.js"
import { PageReplica } from "../../client/engine/PageReplica.js"
import { Tessera } from "../../client/tessera.js"
import { random } from "../support/random.js"
import { startService } from "../support/service.js"
import { eventually } from "../support/wait.js"
import { kindNames, layout } from "./layouts.js"
import { parts, skip, start } from "./module.js"
import { commonKinds, useAsUsual } from "./usual.js"

const isShort = process.env.TESSERA_WEB == "short"

let service, tessera
before(async () => {
  if (skip) return
  service = await startService({isStored: true})
  tessera = new Tessera(service.url)
})
after(() => service?.stop())

/** Begins with the first part; the rest is sent once `release` is called, with a status. */
async function begin() {
  const {first, rest} = parts(), held = []
  let asked = 0, answer = response => held.push(response)
  const server = createServer((_, response) => {
    asked++
    answer(response)
  })
  await new Promise(done => server.listen(0, "127.0.0.1", done))
  return {
    engine: await Engine.begin({first, rest: `http://127.0.0.1:${server.address().port}/rest.wasm`}),
    get asked() { return asked },
    release(status = 200) {
      answer = response => response.writeHead(status).end(rest)
      held.splice(0).forEach(answer)
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Runs a test with the first part, whose server is stopped afterwards. */
const withFirst = run => async () => {
  const first = await begin()
  try {
    await run(first)
  } finally {
    first.close()
  }
}

const container = {width: 390, height: 844}
const sections = [{items: Array.from({length: 40}, (_, row) => ({id: `row ${row}`, size: [60, 40]}))}]

async function create(id, layout, more = {}) {
  await tessera.create({id, container, layout, sections, bounds: [0, 0, 390, 844], ...more})
  return tessera.collection(id)
}

async function assertAlike(collection, replica) {
  await eventually(() => !replica.pending, {what: "a change was not ordered"})
  const {version} = await collection.describe()
  await eventually(() => replica.version == version, {what: () => `version ${version} did not come`})
  const query = {rect: [0, 0, 390, 844]}
  const [{body: here}, there] = [await replica.collection.tessera.send("GET", `${collection.path}/attributes`, {query}), await collection.attributes(query)]
  assert.deepEqual(here.attributes, there.attributes)
}

/** Whether a promise is still pending after a while in which much else has happened. */
const isPending = promise => Promise.race([promise.then(() => false), new Promise(done => setTimeout(() => done(true), 150))])

test("pages load at most 420 KB before they begin", {skip}, () => {
  const {length} = brotliCompressSync(parts().first)
  assert.ok(length <= 440_000, `${length} bytes`)
})

for (const kind of commonKinds) {
  test(`a page scrolls, measures and changes a ${kind} collection without the rest`, {skip}, withFirst(async ({engine}) => {
    // They wait for answers most of their time.
    await Promise.all(Array.from({length: isShort ? 2 : 8}, async (_, seed) => {
      const replica = await useAsUsual({tessera, engine, kind, seed})
      assert.equal(replica.engine, engine)
      assert.equal(engine.isBroken, false)
      await assertAlike(tessera.collection(`usual-${kind}-${seed}`), replica)
      replica.close()
    }))
  }))
}

test("the rest is added to an engine that is in use", {skip}, withFirst(async ({engine, release}) => {
  const collection = await create("used", {kind: "list"}), replica = await PageReplica.open(collection, {engine})
  release()
  assert.equal(await engine.whole, engine)
  await replica.collection.setLayout({kind: "spiral"})
  await assertAlike(collection, replica)
  assert.equal(replica.engine, engine)
  replica.close()
}))

for (const kind of kindNames.filter(kind => !commonKinds.includes(kind))) {
  test(`a ${kind} collection begins when the rest is here, with the changes made meanwhile`, {skip},
    withFirst(async ({engine, release}) => {
      let feeds = 0
      const counting = new Tessera(service.url, {fetch: (url, ...more) => {
        if (/\/replica/.test(`${url.url ?? url}`)) feeds++
        return fetch(url, ...more)
      }})
      const id = `later-${kind}`, collection = await create(id, layout(random(), kind))
      const opening = PageReplica.open(counting.collection(id), {engine})
      assert.ok(await isPending(opening))
      await collection.update([{op: "deleteItems", at: [[0, 0]]}])
      release()
      const replica = await opening
      await assertAlike(collection, replica)
      assert.equal(feeds, 1)
      replica.close()
    }))
}

test("the service handles requests that need the rest meanwhile", {skip}, withFirst(async ({engine, release}) => {
  const collection = await create("meanwhile", {kind: "list"})
  const status = [], replica = await PageReplica.open(collection, {engine, onStatus: ({type}) => status.push(type)})
  const other = await PageReplica.open(await create("beside", {kind: "list"}), {engine})
  const viewport = {container, bounds: [0, 0, 390, 844]}, events = []
  await replica.collection.setViewport("mine", viewport)
  replica.collection.tessera.events(`${collection.path}/events?viewport=mine`, {onEvent: ({event}) => events.push(event)})
  const {version} = await replica.collection.setLayout({kind: "spiral"})
  assert.equal(version, 2)
  assert.ok(engine.lacksPart)
  const {attributes} = await replica.collection.attributes({rect: [0, 0, 390, 844]})
  assert.ok(attributes.length)
  release()
  for (const each of [replica, other]) await assertAlike(tessera.collection(each.collection.id), each)
  // Both go on with the same engine, and its views send their requests anew.
  assert.equal(replica.engine, other.engine)
  assert.notEqual(replica.engine, engine)
  assert.ok(events.includes("reset"))
  assert.ok(!status.includes("restarted"))
  for (const each of [replica, other]) each.close()
}))

test("a change of another client that needs the rest is followed when it is here", {skip}, withFirst(async ({engine, release}) => {
  const collection = await create("theirs", {kind: "list"}), replica = await PageReplica.open(collection, {engine})
  await collection.setLayout({kind: "circle"})
  await eventually(() => engine.isBroken, {what: "the change did not come"})
  await collection.update([{op: "deleteItems", at: [[0, 0]]}])
  release()
  await assertAlike(collection, replica)
  replica.close()
}))

test("where the rest cannot be loaded, a collection that needs it is left to the service", {skip}, withFirst(async ({engine, release}) => {
  await create("unreachable", {kind: "circle"})
  const opening = PageReplica.open(tessera.collection("unreachable"), {engine})
  release(404)
  await assert.rejects(opening, ({code}) => code == "engine_failed")
}))

test("a page that is offline gets the rest once it is back", {skip}, withFirst(async ({engine, release}) => {
  const collection = await create("away", {kind: "list"}), types = []
  const replica = await PageReplica.open(collection, {engine, onStatus: ({type}) => types.push(type)})
  release(503)
  await assert.rejects(engine.whole, /503/)
  await service.kill()
  await eventually(() => types.includes("offline"), {what: "the page is not offline"})
  await assert.rejects(replica.collection.setLayout({kind: "spiral"}, {retry: {times: 0}}))
  assert.ok(engine.lacksPart)
  release()
  await service.start()
  await replica.collection.setLayout({kind: "spiral"})
  await assertAlike(collection, replica)
  assert.ok(!types.includes("closed"), `${types}`)
  replica.close()
}))

test("a rest that could not be loaded is loaded when it is requested again", {skip}, withFirst(async first => {
  first.release(503)
  await assert.rejects(first.engine.whole, /503/)
  const again = first.engine.whole
  first.release()
  assert.equal(await again, first.engine)
  assert.equal(first.asked, 2)
  assert.ok(new Layout(first.engine, {container, layout: {kind: "spiral"}, sections: [{itemCount: 9}]}).elements().length)
}))

test("parts of two builds do not get along", {skip}, () => {
  const {first, rest} = parts(), place = rest.indexOf("table ") + "table ".length
  rest[place] = rest[place] == 0x30 ? 0x31 : 0x30
  return assert.rejects(Engine.load({first, rest}), WebAssembly.LinkError)
})

test("names with characters outside of ASCII are compared with the rest", {skip}, async () => {
  const collection = await create("accents", {kind: "list"}, {sections: [{items: [{id: "th\u00e9"}, {id: "caf\u00e9"}]}]})
  const replica = await PageReplica.open(collection, {engine: await start()})
  await replica.collection.update([{op: "deleteItems", ids: ["caf\u00e9"]}])
  assert.equal(replica.pending, 1, "the page has made the change itself")
  await assertAlike(collection, replica)
  replica.close()
})
