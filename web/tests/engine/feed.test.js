// Feeds that are damaged, hostile, or of another release.

import assert from "node:assert/strict"
import { after, afterEach, before, test } from "node:test"
import { PageReplica } from "../../client/engine/PageReplica.js"
import { Tessera } from "../../client/tessera.js"
import { startService } from "../support/service.js"
import { eventually } from "../support/wait.js"
import { entriesOf, feeding, frame, framesOf, json, query, staying } from "./frames.js"
import { parts, skip } from "./module.js"
import { limited } from "./limited.js"

const secret = "0123456789abcdef0123456789abcdef"
let service, guarded
before(async () => {
  if (skip) return
  service = await startService()
  guarded = await startService({environment: {TESSERA_TOKEN_SECRET: secret, TESSERA_KEYS: "back-end"}})
})
after(async () => {
  await service?.stop()
  await guarded?.stop()
})

const opened = []
afterEach(() => { for (const replica of opened.splice(0)) replica.close() })

const container = {width: 390, height: 844}

/** Creates a collection with a first version and some changes; returns it with the frames of its feed. */
async function create(id, changes = 3) {
  const tessera = new Tessera(service.url), collection = tessera.collection(id)
  await tessera.create({
    id, container, layout: {kind: "list", rowHeight: 44}, bounds: [0, 0, 390, 844],
    sections: [{items: Array.from({length: 50}, (_, number) => ({id: `${id} ${number}`}))}],
  })
  const address = `${service.url}${collection.path}/replica`, [open, base] = await framesOf(address, ["open", "base"])
  for (let number = 0; number < changes; number++) {
    await collection.update([{op: "insertItems", at: [[0, 0]], items: [{id: `${id} new ${number}`}]}])
  }
  const entries = await entriesOf(address, 1, changes)
  return {collection, open, base, entries, version: 1 + changes}
}

/** Opens a replica over feeds of the test, and notes its reports. */
async function replicate(id, feeds, options = {}) {
  const tessera = feeding(service.url, feeds), status = []
  const replica = await PageReplica.open(tessera.collection(id), {
    engine: parts(), ...options, onStatus: state => status.push(state),
  })
  opened.push(replica)
  return {replica, asked: tessera.asked, status, types: () => status.map(({type}) => type)}
}

/** Waits for a version, and compares the replica with the service. */
async function isRight({replica, asked}, {collection, version}) {
  await eventually(() => replica.version == version, {what: () => `version ${replica.version}, asked ${asked}`})
  const seen = {container, bounds: [0, 0, 390, 844]}, query = {rect: [0, 0, 390, 3000], viewport: "seen"}
  await collection.setViewport("seen", seen)
  await replica.collection.setViewport("seen", seen)
  const there = await collection.attributes(query), here = await replica.collection.attributes(query)
  assert.deepEqual([here.version, here.contentSize, here.attributes], [there.version, there.contentSize, there.attributes])
}

const all = frames => frames.map(each => frame(each))

test("a feed that ends within a frame goes on with that frame", {skip}, async () => {
  const made = await create("cut"), {open, base, entries} = made
  const cut = frame(entries[1]).subarray(0, 20)
  const opened = await replicate("cut", [[...all([open, base, entries[0]]), cut]])
  await isRight(opened, made)
  assert.deepEqual(opened.asked.map(query), ["", "?since=2"])
})

test("a base that ends early is requested again", {skip}, async () => {
  const made = await create("short"), {open, base} = made
  const opened = await replicate("short", [[frame(open), frame(base).subarray(0, 100)]])
  await isRight(opened, made)
  assert.deepEqual(opened.asked.map(query), ["", ""])
})

test("entries in another order are not applied: a base is requested", {skip}, async () => {
  const made = await create("reordered"), {open, base, entries: [first, second, third]} = made
  const opened = await replicate("reordered", [all([open, base, first, third, second])])
  await isRight(opened, made)
  assert.deepEqual(opened.asked.map(query), ["", ""])
  assert.ok(opened.types().includes("reloaded"), `${opened.types()}`)
})

test("entries that come twice are applied once", {skip}, async () => {
  const made = await create("repeated"), {open, base, entries: [first, second, third]} = made
  const opened = await replicate("repeated", [all([open, base, first, first, second, first, second, third, third])])
  await isRight(opened, made)
  assert.equal(query(opened.asked[0]), "")
  assert.ok(!opened.types().includes("reloaded"))
})

test("entries of another collection are not applied", {skip}, async () => {
  const made = await create("own"), foreign = await create("foreign", 5)
  // It would be the next version, but is about an item that is not there.
  await foreign.collection.update([{op: "deleteItems", ids: ["foreign 7"]}])
  const [[, deletion]] = await entriesOf(`${service.url}${foreign.collection.path}/replica`, 6, 1)
  const opened = await replicate("own", [all([made.open, made.base, ["entry", deletion], made.entries[0]])])
  await isRight(opened, made)
  assert.deepEqual(opened.asked.map(query), ["", ""])
})

test("a collection that was deleted and created again meanwhile is another one, whatever its version", {skip}, async () => {
  const {open, base, collection} = await create("again", 0)
  await collection.delete()
  const made = await create("again", 5)
  const opened = await replicate("again", [all([open, base])])
  await isRight(opened, made)
  assert.equal(query(opened.asked[1]), "?since=1")
  assert.ok(opened.types().includes("reloaded"))
})

test("a frame that claims a huge length is not waited for", {skip}, async () => {
  const made = await create("huge"), {open, base} = made
  const pieces = [frame(open), frame(base), frame(["entry"], 0xffff_fff0), frame(["heartbeat"])]
  const opened = await replicate("huge", [staying(pieces)])
  await isRight(opened, made)
  assert.deepEqual(opened.asked.map(query), ["", "?since=1"])
})

test("a damaged base is requested again, and a service that sends no other is left", {skip}, async () => {
  const made = await create("damaged"), {open, base: [, content]} = made
  const damaged = Uint8Array.from(content, (byte, index) => index == content.length >> 1 ? byte ^ 1 : byte)
  const opened = await replicate("damaged", [all([open, ["base", damaged]])])
  await isRight(opened, made)
  const feeds = Array.from({length: 9}, () => all([open, ["base", damaged]]))
  await assert.rejects(replicate("damaged", feeds), ({code}) => code == "engine_outdated")
})

test("frames of an unknown kind leave the collection to the service", {skip}, async () => {
  const {open} = await create("kinds")
  const feeds = Array.from({length: 9}, () => [frame(open), frame([77])])
  await assert.rejects(replicate("kinds", feeds), ({code}) => code == "engine_outdated")
})

test("a service without the feed leaves the collection to the service", {skip}, async () => {
  await create("older")
  const body = JSON.stringify({status: 404, code: "not_found"})
  await assert.rejects(replicate("older", [new Response(body, {status: 404})]), ({status}) => status == 404)
})

test("a feed of a newer format leaves the collection to the service", {skip}, async () => {
  const {base, version} = await create("newer")
  const open = json("open", {id: "newer", version, format: 2})
  await assert.rejects(replicate("newer", [all([open, base])]), ({code}) => code == "engine_outdated")
})

test("a base of a newer stored form leaves the collection to the service", {skip}, async () => {
  const {open, base: [, content]} = await create("stored")
  // It begins with the number of the form.
  const newer = Uint8Array.from(content, (byte, index) => index ? byte : byte + 2)
  await assert.rejects(replicate("stored", [all([open, ["base", newer]])]), ({code}) => code == "engine_outdated")
})

/** How many pages the module's memory can grow by where it is short of memory. */
const pages = 32

test("a collection that the module has no memory for is left to the service", {skip}, async () => {
  const sections = [{items: Array.from({length: 30_000}, (_, number) => ({id: `a rather long name ${number}`}))}]
  await new Tessera(service.url).create({id: "large", container, layout: {kind: "list", rowHeight: 44}, sections})
  await assert.rejects(replicate("large", [], {engine: limited(pages)}), ({code}) => code == "engine_failed")
  // The same module lays out collections that fit.
  const made = await create("fits")
  await isRight(await replicate("fits", [], {engine: limited(pages)}), made)
})

test("a collection that grows beyond the memory of the module is left to the service", {skip}, async () => {
  await create("growing", 0)
  const {status} = await replicate("growing", [], {engine: limited(pages)})
  const tessera = new Tessera(service.url), items = Array.from({length: 30_000}, (_, number) => ({id: `a rather long name ${number}`}))
  await tessera.collection("growing").update([{op: "insertItems", at: items.map((_, number) => [0, number]), items}])
  await eventually(() => status.some(({reason}) => reason == "engine_failed"), {what: () => JSON.stringify(status)})
  assert.ok(status.some(({type}) => type == "restarted"))
})

test("a feed whose token has expired goes on with the next token", {skip}, async () => {
  const owner = new Tessera(guarded.url, {token: "back-end"}), tokens = []
  await owner.create({id: "tokens", container, layout: {kind: "list", rowHeight: 44}, sections: [{items: [{id: "a"}]}]})
  const tessera = new Tessera(guarded.url, {
    async token() {
      const {token} = await owner.issueToken({collection: "tokens", rights: ["read"], lifetime: tokens.length ? 600 : 1})
      tokens.push(token)
      return token
    },
  })
  const status = [], replica = await PageReplica.open(tessera.collection("tokens"), {engine: parts(), onStatus: state => status.push(state)})
  opened.push(replica)
  await eventually(() => tokens.length == 2, {what: () => JSON.stringify(status)})
  await owner.collection("tokens").update([{op: "insertItems", at: [[0, 0]], items: [{id: "b"}]}])
  await eventually(() => replica.version == 2, {what: () => JSON.stringify(status)})
  assert.ok(!status.some(({type}) => type == "closed"))
})
