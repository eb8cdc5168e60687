// Replicas of one program that stand for tabs.

import assert from "node:assert/strict"
import { after, afterEach, before, test } from "node:test"
import { PageReplica } from "../../client/engine/PageReplica.js"
import { Tessera } from "../../client/tessera.js"
import { startGateway } from "../support/gateway.js"
import { startService } from "../support/service.js"
import { eventually } from "../support/wait.js"
import { framesOf, query } from "./frames.js"
import { pretendToBeTabs } from "./locks.js"
import { skip, start } from "./module.js"

let service, gateway, restore, tessera
before(async () => {
  if (skip) return
  service = await startService()
  gateway = await startGateway(service)
  restore = pretendToBeTabs(gateway.url)
  tessera = new Tessera(gateway.url)
})
after(async () => {
  restore?.()
  await gateway?.stop()
  await service?.stop()
})
const opened = [], channels = []
afterEach(() => {
  for (const replica of opened.splice(0)) replica.close()
  for (const channel of channels.splice(0)) channel.close()
})

const container = {width: 390, height: 844}
const list = {kind: "list", rowHeight: 44}

async function create(id, options = {}) {
  const sections = [{items: Array.from({length: 50}, (_, number) => ({id: `i${number}`}))}]
  await tessera.create({id, container, layout: list, sections, bounds: [0, 0, 390, 844], ...options})
  return tessera.collection(id)
}

/** A replica that stands for a tab, with its reports. */
async function tab(id, settings = {}) {
  const status = [], replica = await PageReplica.open(new Tessera(gateway.url, settings).collection(id), {
    engine: await start(), onStatus: state => status.push(state),
  })
  opened.push(replica)
  return Object.assign(replica, {status, types: () => status.map(({type}) => type)})
}

const insert = (to, id, options) => to.update([{op: "insertItems", at: [[0, 0]], items: [{id, size: [9, 9]}]}], options)
const feeds = id => gateway.log.filter(({path}) => path.startsWith(`/v1/collections/${id}/replica`))
  .map(({path}) => query(path))

/** Waits until replicas are at the newest version, and compares their elements with the service. */
async function areRight(collection, ...replicas) {
  const {version} = await collection.describe(), query = {rect: [0, 0, 390, 3000], viewport: "seen"}
  const seen = {container, bounds: [0, 0, 390, 844]}
  await collection.setViewport("seen", seen)
  const there = await collection.attributes(query)
  for (const replica of replicas) {
    await eventually(() => replica.version == version, {what: () => `${replica.version} of ${version}, ${feeds(collection.id)}`})
    await replica.collection.setViewport("seen", seen)
    const here = await replica.collection.attributes(query)
    assert.deepEqual([here.version, here.contentSize, here.attributes], [there.version, there.contentSize, there.attributes])
  }
}

/**
 * Runs something while the messages between tabs pass a function, which sends them on, or does not.
 *
 * @returns {Promise<{name: string, heard: object[]}>} The name of the tabs' channel, and the messages.
 */
async function overhearing(run, pass = (message, send) => send(message)) {
  const {postMessage} = BroadcastChannel.prototype, heard = []
  let name = ""
  BroadcastChannel.prototype.postMessage = function (message) {
    if (message.type == "ask") name = this.name
    heard.push(message)
    pass(message, message => postMessage.call(this, message))
  }
  try {
    await run()
  } finally {
    BroadcastChannel.prototype.postMessage = postMessage
  }
  return {name, heard}
}

test("five tabs follow every change over one feed", {skip}, async () => {
  const collection = await create("five"), tabs = []
  for (let number = 0; number < 5; number++) tabs.push(await tab("five"))
  for (let number = 0; number < 3; number++) await insert(collection, `new ${number}`)
  await areRight(collection, ...tabs)
  assert.deepEqual(feeds("five"), [""])
})

test("a tab begins with the state of the service, without the changes of the leader that are not ordered", {skip}, async () => {
  const collection = await create("pending"), first = await tab("pending")
  await first.collection.setViewport("mine", {container, bounds: [0, 0, 390, 844]})
  gateway.intercept = ({method}) => method == "POST" ? {status: 503} : undefined
  await insert(first.collection, "waits", {viewport: "mine"})
  assert.equal(first.pending, 1)
  const second = await tab("pending")
  await areRight(collection, second)
  assert.equal(second.version, 1)
  gateway.intercept = undefined
  await eventually(() => first.pending == 0 && second.version == 2)
  await areRight(collection, first, second)
  assert.deepEqual(feeds("pending"), [""])
})

test("a tab begins with the bytes that the service sends", {skip}, async () => {
  const collection = await create("bytes"), first = await tab("bytes")
  await first.collection.setViewport("mine", {container, bounds: [0, 88, 390, 844]})
  await insert(collection, "more")
  await collection.measure([{id: "i3", size: [390, 77]}])
  await areRight(collection, first)
  const [[, sent]] = await framesOf(`${service.url}${collection.path}/replica`, ["base"])
  gateway.intercept = ({method}) => method == "POST" ? {status: 503} : undefined
  await insert(first.collection, "waits", {viewport: "mine"})
  const {heard} = await overhearing(() => tab("bytes"))
  assert.equal(first.pending, 1)
  gateway.intercept = undefined
  assert.deepEqual(heard.find(({type}) => type == "base").content, sent)
})

test("changes of each tab come to all others, and settle in the tab that made them", {skip}, async () => {
  const collection = await create("several"), tabs = [await tab("several"), await tab("several"), await tab("several")]
  for (const [number, replica] of tabs.entries()) {
    await replica.collection.setViewport(`tab-${number}`, {container, bounds: [0, 0, 390, 844]})
  }
  await Promise.all(tabs.map(async (replica, tab) => {
    for (let number = 0; number < 5; number++) await insert(replica.collection, `${tab} ${number}`, {viewport: `tab-${tab}`})
  }))
  await eventually(() => tabs.every(({pending}) => pending == 0), {what: () => `${tabs.map(({pending}) => pending)}`})
  await areRight(collection, ...tabs)
  for (const replica of tabs) {
    await eventually(() => replica.types().filter(type => type == "settled").length == 5, {what: () => JSON.stringify(replica.status)})
  }
  assert.equal(tabs[0].version, 16)
  assert.deepEqual(feeds("several"), [""])
})

test("when the leader closes, another tab goes on where it was", {skip}, async () => {
  const collection = await create("closing"), [first, second, third] = [await tab("closing"), await tab("closing"), await tab("closing")]
  await insert(collection, "before")
  await areRight(collection, second, third)
  first.close()
  await insert(collection, "after")
  await areRight(collection, second, third)
  assert.deepEqual(feeds("closing"), ["", "?since=2"])
  second.close()
  await insert(collection, "last")
  await areRight(collection, third)
  assert.deepEqual(feeds("closing"), ["", "?since=2", "?since=3"])
  assert.ok(!third.types().includes("reloaded"))
})

test("a tab whose leader does not respond takes its place", {skip}, async () => {
  const collection = await create("silent"), {name} = await overhearing(async () => (await tab("silent")).close())
  gateway.log.length = 0
  // Something else has the lock, as a page that the browser has stopped.
  let lost = false
  navigator.locks.request(name, {}, () => new Promise(() => {})).catch(() => lost = true)
  const tabs = await Promise.all([tab("silent"), tab("silent"), tab("silent")])
  await insert(collection, "one")
  await areRight(collection, ...tabs)
  assert.ok(lost)
  assert.deepEqual(feeds("silent"), [""])
})

test("tabs learn that the service is gone, and that it is back", {skip}, async () => {
  const collection = await create("gone"), [first, second] = [await tab("gone"), await tab("gone")]
  gateway.offline(true)
  await eventually(() => [first, second].every(replica => replica.types().at(-1) == "offline"))
  gateway.offline(false)
  await insert(collection, "back")
  await areRight(collection, first, second)
  await eventually(() => [first, second].every(replica => replica.types().at(-1) == "online"), {what: () => second.types()})
})

test("a tab that takes over while the service is away reports when it is back", {skip}, async () => {
  const collection = await create("away"), [first, second] = [await tab("away"), await tab("away")]
  gateway.offline(true)
  await eventually(() => second.types().at(-1) == "offline")
  first.close()
  gateway.offline(false)
  await insert(collection, "back")
  await areRight(collection, second)
  assert.equal(second.types().at(-1), "online")
})

test("every tab learns that the collection is deleted", {skip}, async () => {
  const collection = await create("deleted"), tabs = [await tab("deleted"), await tab("deleted"), await tab("deleted")]
  await collection.delete()
  for (const {status} of tabs) {
    await eventually(() => status.some(({reason}) => /collection_deleted|not_found/.test(reason)), {what: () => JSON.stringify(status)})
  }
})

test("tabs with other credentials have a feed of their own", {skip}, async () => {
  const collection = await create("keys")
  const tabs = [await tab("keys"), await tab("keys", {token: "one"}), await tab("keys", {token: () => "one"}), await tab("keys", {token: "two"})]
  await insert(collection, "new")
  await areRight(collection, ...tabs)
  assert.deepEqual(feeds("keys"), ["", "", ""])
})

test("a page whose `fetch` is its own has a feed of its own", {skip}, async () => {
  const collection = await create("fetch"), tabs = [await tab("fetch"), await tab("fetch", {fetch: (...request) => fetch(...request)})]
  await insert(collection, "new")
  await areRight(collection, ...tabs)
  assert.deepEqual(feeds("fetch"), ["", ""])
})

test("a page without channels or locks has a feed of its own", {skip}, async () => {
  const collection = await create("without"), {BroadcastChannel} = globalThis, {request} = navigator.locks
  const tabs = [await tab("without")]
  delete globalThis.BroadcastChannel
  try {
    tabs.push(await tab("without"))
  } finally {
    globalThis.BroadcastChannel = BroadcastChannel
  }
  // As in the document of a sandbox.
  navigator.locks.request = async () => { throw new DOMException("There are no locks.", "SecurityError") }
  try {
    tabs.push(await tab("without"))
  } finally {
    navigator.locks.request = request
  }
  await insert(collection, "new")
  await areRight(collection, ...tabs)
  assert.deepEqual(feeds("without"), ["", "", ""])
})

test("entries that are lost, repeated or reordered between tabs lead to a new base", {skip}, async () => {
  const collection = await create("lossy"), [first, second] = [await tab("lossy"), await tab("lossy")]
  let number = 0, late
  await overhearing(async () => {
    for (let step = 0; step < 8; step++) {
      await insert(collection, `step ${step}`)
      await eventually(() => first.version == step + 2)
      if (number != 2 && number != 5) await areRight(collection, second)
    }
  }, (message, send) => {
    if (message.type != "entry") return send(message)
    number++
    if (number == 5) late = message
    if (number != 2 && number != 5) send(message)
    if (number == 4) send(message)
    if (number == 6) send(late)
  })
  await areRight(collection, first, second)
  assert.equal(second.types().filter(type => type == "reloaded").length, 2)
  assert.deepEqual(feeds("lossy"), [""])
})

test("a lost entry is noticed with the next heartbeat, without another entry", {skip}, async () => {
  const collection = await create("last"), [first, second] = [await tab("last"), await tab("last")]
  await overhearing(async () => {
    await insert(collection, "unheard")
    await eventually(() => first.version == 2)
  }, (message, send) => message.type == "entry" || send(message))
  assert.equal(second.version, 1)
  await areRight(collection, second)
  assert.deepEqual(feeds("last"), [""])
})

test("a service that begins with another base has all tabs begin anew", {skip}, async () => {
  const collection = await create("again"), [first, second] = [await tab("again"), await tab("again")]
  for (let step = 0; step < 3; step++) await insert(collection, `step ${step}`)
  await areRight(collection, first, second)
  gateway.offline(true)
  await eventually(() => second.types().at(-1) == "offline")
  // Another collection of the same name, at a lower version.
  const direct = new Tessera(service.url)
  await direct.collection("again").delete()
  await direct.create({id: "again", container, layout: list, bounds: [0, 0, 390, 844], sections: [{items: [{id: "other"}]}]})
  gateway.offline(false)
  await eventually(() => first.version == 1 && second.version == 1, {what: () => `${first.version} ${second.version}`})
  await insert(collection, "new")
  await areRight(collection, first, second)
})

test("a tab whose engine fails begins with the state of the leader, and a leader with that of the service", {skip}, async () => {
  const collection = await create("failing"), [first, second, third] = [await tab("failing"), await tab("failing"), await tab("failing")]
  const fail = async replica => {
    // A place outside of its memory.
    assert.throws(() => replica.engine.call("tessera_replica_apply", 1, 0x7fff0000, 64, 1))
    await insert(collection, `new ${replica.version}`).catch(() => {})
    await eventually(() => replica.types().includes("restarted"))
  }
  await fail(second).catch(({code}) => assert.equal(code, "engine_failed"))
  await insert(collection, "one")
  await areRight(collection, first, second, third)
  assert.deepEqual(feeds("failing"), [""])
  await fail(first).catch(({code}) => assert.equal(code, "engine_failed"))
  await insert(collection, "two")
  await areRight(collection, first, second, third)
  assert.ok(third.types().includes("reloaded"))
  assert.deepEqual(feeds("failing"), ["", ""])
})

test("a page that shows the main viewport gives no other its state", {skip}, async () => {
  const collection = await create("main"), first = await tab("main")
  await first.collection.setViewport("main", {bounds: [0, 440, 390, 844]})
  const second = await tab("main")
  await insert(collection, "new")
  await areRight(collection, first, second)
  assert.deepEqual(feeds("main"), ["", ""])
})

test("messages that are foreign or damaged are ignored", {skip}, async () => {
  const collection = await create("hostile"), first = await tab("hostile")
  let second
  const {name, heard} = await overhearing(async () => second = await tab("hostile"))
  const {from, base} = heard.find(({type}) => type == "base"), channel = new BroadcastChannel(name)
  const entry = {type: "entry", from: "stranger", base: "another", version: 9, state: "open", content: new Uint8Array(40)}
  for (const message of [
    null, 7, "entry", [], {}, {type: "entry"}, {type: "nothing"}, {...entry, type: "nothing"}, entry,
    {...entry, type: "lead"}, {...entry, type: "closed"}, {...entry, type: "closed", base}, {...entry, type: "closed", from},
    {...entry, type: "state", state: "offline"}, {...entry, type: "state", from, base, state: "gone"},
    {...entry, type: "state", from, base, version: 2 ** 60}, {...entry, from, base, version: NaN},
    {...entry, type: "base", from, base}, {...entry, type: "request"}, {...entry, type: "ask", from: {}},
    {...entry, from, base, content: [1, 2, 3]}, {...entry, from, base, content: "text"}, {...entry, from, base, to: {}},
  ]) channel.postMessage(message)
  await insert(collection, "after")
  await areRight(collection, first, second)
  channel.close()
  for (const replica of [first, second]) assert.deepEqual(replica.types(), [])
  assert.deepEqual(feeds("hostile"), [""])
})
