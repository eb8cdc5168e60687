import assert from "node:assert/strict"
import { after, afterEach, before, test } from "node:test"
import { Tessera } from "../../client/tessera.js"
import { startGateway } from "../support/gateway.js"
import { startService } from "../support/service.js"
import { eventually } from "../support/wait.js"

const retry = {delay: 5}
let service, gateway, stops = []
before(async () => {
  service = await startService()
  gateway = await startGateway(service)
})
after(() => Promise.all([gateway.stop(), service.stop()]))
afterEach(async () => {
  gateway.offline(false)
  for (const stop of stops.splice(0)) stop()
  await eventually(() => gateway.streams == 0)
})

function listen(collection, type, handler) {
  stops.push(collection.on(type, handler))
}

/** A collection that a page watches, and the same one as its back end changes it. */
async function watched() {
  const backEnd = new Tessera(service.url)
  const items = [{id: "a"}, {id: "b"}]
  const body = {container: {width: 200, height: 100}, layout: {kind: "list"}, sections: [{id: "s", items}]}
  const {id} = await backEnd.create(body)
  return {page: new Tessera(gateway.url, {retry}).collection(id), backEnd: backEnd.collection(id)}
}

test("handlers hear of every change, in order, over one stream, until they are removed", async () => {
  const {page, backEnd} = await watched()
  const versions = [], others = []
  let isOnline = false
  listen(page, "change", diff => versions.push(diff.version))
  listen(page, "change", diff => others.push(diff))
  listen(page, "online", () => isOnline = true)
  await eventually(() => isOnline)
  assert.equal(gateway.streams, 1)

  for (const id of ["c", "d", "e"]) await backEnd.update(batch => batch.insert({id}, {before: "a"}))
  await eventually(() => versions.length == 3)
  assert.deepEqual(versions, [2, 3, 4])
  assert.deepEqual(others.map(each => each.updates[0].ids), [["c"], ["d"], ["e"]])

  stops.shift()()
  await backEnd.update(batch => batch.delete("c"))
  await eventually(() => others.length == 4)
  assert.equal(versions.length, 3)
  for (const stop of stops.splice(0)) stop()
  await eventually(() => gateway.streams == 0)
})

test("a stream that breaks is resumed behind the last event", async () => {
  const {page, backEnd} = await watched()
  const heard = []
  for (const type of ["change", "reset", "online", "offline"]) {
    listen(page, type, data => heard.push(data?.version ?? type))
  }
  await eventually(() => heard.includes("online"))
  await backEnd.update(batch => batch.delete("a"))
  await eventually(() => heard.includes(2))
  gateway.offline(true)
  await eventually(() => heard.includes("offline"))
  await backEnd.update(batch => batch.insert({id: "c"}, {before: "b"}))
  gateway.offline(false)
  await eventually(() => heard.includes(3))
  assert.deepEqual(heard, ["online", 2, "offline", "online", 3])
})

test("a collection that was replaced while the page was offline is a reset", async () => {
  const {page, backEnd} = await watched()
  const heard = []
  for (const type of ["online", "change", "reset", "offline"]) {
    listen(page, type, data => heard.push({type, ...data}))
  }
  await eventually(() => heard.at(-1)?.type == "online")
  await backEnd.update(batch => batch.delete("a"))
  await eventually(() => heard.at(-1)?.type == "change")
  gateway.offline(true)
  await eventually(() => heard.at(-1).type == "offline")
  const {container, layout} = await backEnd.describe()
  await backEnd.delete()
  await backEnd.tessera.create({id: backEnd.id, container, layout, sections: []})
  gateway.offline(false)
  await eventually(() => heard.at(-1).type == "reset")
  assert.equal(heard.at(-1).reason, "history_gone")
})

test("a collection that is deleted, and one that never was, close the stream", async () => {
  const {page, backEnd} = await watched()
  const reasons = []
  let isOnline = false
  listen(page, "online", () => isOnline = true)
  listen(page, "closed", ({reason}) => reasons.push(reason))
  await eventually(() => isOnline)
  await backEnd.delete()
  await eventually(() => reasons.length == 1)
  listen(page.tessera.collection("nobody"), "closed", ({reason}) => reasons.push(reason))
  await eventually(() => reasons.length == 2)
  assert.deepEqual(reasons, ["collection_deleted", "not_found"])
  await eventually(() => gateway.streams == 0)
})
