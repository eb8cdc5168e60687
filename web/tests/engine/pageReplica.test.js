import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { PageReplica } from "../../client/engine/PageReplica.js"
import { Tessera } from "../../client/tessera.js"
import { random, seed } from "../support/random.js"
import { startService } from "../support/service.js"
import { eventually } from "../support/wait.js"
import { entriesOf, framesOf } from "./frames.js"
import { kindNames, layout, section } from "./layouts.js"
import { skip, start } from "./module.js"

const count = process.env.TESSERA_WEB == "short" ? 12 : 60

let service, tessera
before(async () => {
  if (skip) return
  service = await startService({isStored: true})
  tessera = new Tessera(service.url)
})
after(() => service?.stop())

const container = {width: 390, height: 844}

/** Creates a collection of a kind. */
async function create(id, kind, next) {
  const sections = [0, 1].map(() => section(next, kind))
  await tessera.create({id, container, layout: layout(next, kind), sections, bounds: [0, 0, 390, 844]})
  return tessera.collection(id)
}

/** Makes a change by chance; returns whether the service took it. */
async function change(collection, kind, next) {
  const {attributes} = await collection.attributes()
  const cells = attributes.filter(({category, id}) => category == "cell" && id), way = next()
  const own = cells.length ? next.of(cells).indexPath[0] : 0
  const items = cells.filter(({indexPath}) => indexPath[0] == own)
  try {
    if (way < 0.35) await collection.update([{op: "insertItems", at: [[own, 0]], items: [{id: `new ${next()}`, size: [40, 90 * next()]}]}])
    else if (way < 0.5 && items.length) await collection.update([{op: "deleteItems", ids: [next.of(items).id]}])
    else if (way < 0.6 && items.length > 1) await collection.update([{op: "moveItem", id: next.of(items).id, to: [own, 0]}])
    else if (way < 0.7) await collection.update([{op: "insertSections", at: [0], sections: [section(next, kind)]}])
    else if (way < 0.8 && items.length) await collection.measure([{id: next.of(items).id, size: [50, 25 + 40 * next()]}])
    else if (way < 0.9) await collection.setLayout(layout(next, kind))
    else await collection.invalidate({everything: true})
    return true
  } catch (problem) {
    if (![404, 422].includes(problem.status)) throw problem
    return false
  }
}

/** The elements of a viewport that both have at the same place, as the service has them, and as the replica does. */
async function frames(collection, replica) {
  const viewport = {container, bounds: [0, 0, 390, 844]}
  await replica.collection.setViewport("seen", viewport)
  await collection.setViewport("seen", viewport)
  const query = {rect: [0, 0, 390, 3000], viewport: "seen"}
  const {version, contentSize, attributes} = await collection.attributes(query)
  const here = await replica.collection.attributes(query)
  return [{version, contentSize, attributes}, {version: here.version, contentSize: here.contentSize, attributes: here.attributes}]
}

for (const kind of kindNames) {
  test(`a replica of a ${kind} collection shows what the service shows, change after change`, {skip}, async () => {
    const next = random(seed * 100 + kindNames.indexOf(kind))
    const collection = await create(`walk-${kind}`, kind, next)
    const replica = await PageReplica.open(collection, {engine: await start()})
    let made = 0
    for (let step = 0; step < count; step++) {
      if (!await change(collection, kind, next)) continue
      made++
      const {version} = await collection.describe()
      await eventually(() => replica.version >= version, {what: () => `version ${version} did not come (SEED=${seed})`})
      const [there, here] = await frames(collection, replica)
      assert.deepEqual(here, there, `SEED=${seed}, step ${step}`)
    }
    assert.ok(made > count / 3, `${made} changes were made`)
    // A service that is restarted, and a page that comes late, begin with the state alone, without its history.
    const [there, here] = await frames(collection, replica)
    await service.restart()
    const late = await PageReplica.open(collection, {engine: await start()})
    assert.deepEqual(await frames(collection, late), [there, here], `SEED=${seed}`)
    late.close()
    replica.close()
  })
}

test("a viewport has a name that the service takes too", {skip}, async () => {
  const collection = await create("names", "list", random(seed + 5)), replica = await PageReplica.open(collection, {engine: await start()})
  const viewport = {container, bounds: [0, 0, 390, 844]}
  for (const each of [collection, replica.collection]) {
    await assert.rejects(each.setViewport("tab 0", viewport), ({status, code}) => status == 400 && code == "bad_request")
  }
  replica.close()
})

test("a replica that reconnects gets the changes that it missed", {skip}, async () => {
  const collection = await create("resumed", "list", random(seed))
  const replica = await PageReplica.open(collection, {engine: await start()})
  await service.restart()
  for (let i = 0; i < 3; i++) await collection.update([{op: "insertItems", at: [[0, 0]], items: [{id: `late ${i}`, size: [9, 9]}]}])
  await eventually(() => replica.version == 4, {what: () => `version ${replica.version}`})
  const [there, here] = await frames(collection, replica)
  assert.deepEqual(here, there)
  replica.close()
})

test("changes of a page are shown at once, and ordered by the service", {skip}, async () => {
  const collection = await create("optimistic", "list", random(seed + 1))
  const status = [], replica = await PageReplica.open(collection, {engine: await start(), onStatus: state => status.push(state.type)})
  await replica.collection.setViewport("mine", {container, bounds: [0, 0, 390, 844]})
  const diff = await replica.collection.update(
    [{op: "insertItems", at: [[0, 0]], items: [{id: "at once", size: [100, 77]}]}], {viewport: "mine"})
  assert.equal(diff.changes.find(({id}) => id == "at once").final.frame.height, 77)
  assert.equal(replica.pending, 1)
  await eventually(() => replica.pending == 0 && status.includes("settled"), {what: () => `${status}`})
  const [there, here] = await frames(collection, replica)
  assert.deepEqual(here, there)
  assert.equal(there.version, 2)
  replica.close()
})

test("many changes of a page settle in their order while others change the collection", {skip}, async () => {
  const collection = await create("busy", "list", random(seed + 4))
  const settled = [], replica = await PageReplica.open(collection, {
    engine: await start(), onStatus: ({type, id}) => type == "settled" && settled.push(id),
  })
  await replica.collection.setViewport("mine", {container, bounds: [0, 0, 390, 844]})
  const insert = (to, id, options) => to.update([{op: "insertItems", at: [[0, 0]], items: [{id, size: [9, 9]}]}], options)
  await Promise.all(Array.from({length: 12}, async (_, number) => {
    await insert(replica.collection, `own ${number}`, {viewport: "mine"})
    await insert(collection, `foreign ${number}`)
  }))
  await eventually(() => settled.length == 12 && replica.pending == 0, {what: () => `${settled.length}, ${replica.pending}`})
  const [there, here] = await frames(collection, replica)
  assert.deepEqual(here, there)
  assert.equal(there.version, 25)
  replica.close()
})

test("a view learns of each version, also where a change of the page is on its way and another is out of sight", {skip}, async () => {
  const items = Array.from({length: 100}, (_, row) => ({id: `row ${row}`}))
  await tessera.create({id: "versions", container, layout: {kind: "list", rowHeight: 50}, sections: [{items}]})
  let release
  const released = new Promise(done => release = done)
  const slow = new Tessera(service.url, {fetch: async (...request) => {
    if (/updates/.test(`${request[0].url ?? request[0]}`)) await released
    return fetch(...request)
  }})
  const replica = await PageReplica.open(slow.collection("versions"), {engine: await start()}), options = {viewport: "mine"}
  await replica.collection.setViewport("mine", {container, bounds: [0, 0, 390, 844]})
  let known
  replica.collection.tessera.events(`${replica.collection.path}/events?viewport=mine`, {onEvent: ({data}) => known = data.version})
  await replica.collection.update([{op: "insertItems", at: [[0, 0]], items: [{id: "mine"}]}], options)
  await tessera.collection("versions").update([
    {op: "deleteItems", ids: ["row 99"]}, {op: "insertItems", at: [[0, 90]], items: [{id: "theirs"}]},
  ])
  await eventually(() => replica.version == 2, {what: () => `version ${replica.version}`})
  assert.equal(replica.pending, 1)
  assert.equal(known, 3)
  await replica.collection.setViewport("mine", {bounds: [0, 10, 390, 844]}, {ifMatch: known})
  release()
  await eventually(() => !replica.pending, {what: "the change was not ordered"})
  assert.equal(replica.version, 3)
  replica.close()
})

test("the service computes no responses for a page that lays out itself", {skip}, async () => {
  const items = ["a", "b", "c"].map(id => ({id})), replies = [], settled = []
  await tessera.create({id: "short", container, layout: {kind: "list", rowHeight: 50}, sections: [{id: "s", items}]})
  const noting = new Tessera(service.url, {fetch: async (...request) => {
    const response = await fetch(...request)
    if (["PUT", "POST"].includes(request[1]?.method)) {
      const {status, headers} = response
      replies.push([status, headers.get("preference-applied"), (await response.clone().text()).length])
    }
    return response
  }})
  const onStatus = ({type, id}) => type == "settled" && settled.push(id)
  const replica = await PageReplica.open(noting.collection("short"), {engine: await start(), onStatus})
  await replica.collection.setViewport("mine", {container, bounds: [0, 0, 390, 844]})
  await replica.collection.update([{op: "deleteItems", ids: ["b"]}], {viewport: "mine"})
  await replica.collection.update([{op: "moveItem", id: "c", before: "a"}], {viewport: "mine"})
  await eventually(() => settled.length == 2 && !replica.pending, {what: () => JSON.stringify({settled, replies})})
  // A change may be sent before the entry of the one before has come, and is refused once then.
  const made = replies.filter(([, applied]) => applied != "version-mismatch=200")
  assert.ok(made.length >= 3)
  for (const reply of made) assert.ok([201, 204].includes(reply[0]), `${reply}`)
  assert.deepEqual(new Set(made.map(([, applied, length]) => `${applied} ${length}`)), new Set(["return=minimal 0"]))
  assert.deepEqual((await tessera.collection("short").attributes()).attributes.map(({id}) => id), ["c", "a"])
  replica.close()
})

test("an engine that fails is replaced, and views ask anew", {skip}, async () => {
  const collection = await create("failing", "list", random(seed + 5))
  const status = [], events = []
  const replica = await PageReplica.open(collection, {engine: await start(), onStatus: ({type}) => status.push(type)})
  await replica.collection.setViewport("mine", {container, bounds: [0, 0, 390, 844]})
  replica.collection.tessera.events(`${collection.path}/events?viewport=mine`, {onEvent: ({event}) => events.push(event)})
  // A place outside of its memory.
  assert.throws(() => replica.engine.call("tessera_replica_apply", 1, 0x7fff0000, 64, 1))
  assert.ok(replica.engine.isBroken)
  await assert.rejects(replica.collection.setViewport("mine", {bounds: [0, 9, 390, 844]}), ({code}) => code == "engine_failed")
  await eventually(() => events.includes("reset"), {what: () => `${status} ${events}`})
  assert.ok(status.includes("restarted"))
  const [there, here] = await frames(collection, replica)
  assert.deepEqual(here, there)
  replica.close()
})

test("a change that the service refuses is taken back", {skip}, async () => {
  const collection = await create("refused", "list", random(seed + 2))
  const status = [], replica = await PageReplica.open(collection, {engine: await start(), onStatus: state => status.push(state)})
  await replica.collection.setViewport("mine", {container, bounds: [0, 0, 390, 844]})
  const events = []
  replica.collection.tessera.events(`${collection.path}/events?viewport=mine`, {onEvent: event => events.push(event)})
  // The page takes any template; the service knows which there are.
  await replica.collection.update(
    [{op: "insertItems", at: [[0, 0]], items: [{id: "unknown", template: "nothing", content: {}}]}], {viewport: "mine"})
  await eventually(() => status.some(({type}) => type == "refused"), {what: () => JSON.stringify(status)})
  assert.equal(replica.pending, 0)
  assert.equal(events.at(-1).event, "reset")
  const [there, here] = await frames(collection, replica)
  assert.deepEqual(here, there)
  assert.equal(there.version, 1)
  replica.close()
})

test("entries that are damaged, repeated or foreign leave a replica as it is", {skip}, async () => {
  const engine = await start(), collection = await create("hostile", "flow", random(seed + 3))
  await collection.update([{op: "insertItems", at: [[0, 0]], items: [{id: "entry", size: [40, 40]}]}])
  const address = `${service.url}${collection.path}/replica`
  const [[, base]] = await framesOf(address, ["base"]), [[, entry]] = await entriesOf(address, 1, 1)
  const number = engine.call("tessera_replica", base)
  assert.ok(number > 0)
  assert.equal(engine.call("tessera_replica_apply", number, entry, 1), 200, "a repeated entry is none")
  assert.deepEqual(engine.json, [])
  const next = random(seed)
  for (let i = 0; i < 500; i++) {
    const damaged = Uint8Array.from(next() < 0.5 ? base : entry)
    damaged[next.between(0, damaged.length - 1)] ^= 1 << next.between(0, 7)
    const cut = damaged.subarray(0, next() < 0.3 ? next.between(0, damaged.length) : damaged.length)
    assert.ok(engine.call("tessera_replica_apply", number, cut, 1) >= 400)
    assert.ok(engine.call("tessera_replica", cut) < 0)
  }
  assert.equal(engine.call("tessera_replica_version", number), 2)
  assert.ok(!engine.isBroken)
})
