import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { openFeed } from "../../client/engine/Feed.js"
import { Collection, Tessera } from "../../client/tessera.js"
import { root } from "../support/repository.js"
import { startService } from "../support/service.js"
import { operationOf, operations } from "./description.js"

const described = operations()
const container = {width: 200, height: 100}
const list = {kind: "list", rowHeight: 20}
const sections = [{id: "s", items: [{id: "a"}, {id: "b"}, {id: "c"}]}]

/** The id of the font: its SHA-256. */
const boxes = "fab5fab7847607cbf3cf2190668ba1146cc7d9d43a0ec7163f49baf464e6fa16"

/** The members that are no operations: they make objects, or send the requests of others. */
const others =
  ["Tessera.collection", "Tessera.events", "Tessera.fetch", "Tessera.send", "Tessera.token", "Collection.on"]

/** For each operation a call, in an order that the collection allows. */
const calls = {
  getHealth: ({tessera}) => tessera.health(),
  getLiveness: ({tessera}) => tessera.health("live"),
  getReadiness: ({tessera}) => tessera.health("ready"),
  getMetrics: ({tessera}) => tessera.metrics(),
  getDescription: ({tessera}) => tessera.description(),
  getDescriptionInJSON: ({tessera}) => tessera.send("GET", "/openapi.json"),
  listFonts: ({tessera}) => tessera.fonts(),
  addFont: ({tessera}) => tessera.addFont(new Blob([readFileSync(join(root, "Tests/TextTests/Fixtures/Boxes.ttf"))])),
  describeFont: ({tessera}) => tessera.font(boxes),
  deleteFont: ({tessera}) => tessera.deleteFont(boxes),
  issueToken: ({tessera}) => tessera.issueToken({collection: "inbox", rights: ["read"]}),
  solveLayout: ({tessera}) => tessera.layout({container, layout: list, sections}, {format: "columns"}),
  diffStates: ({tessera}) => {
    const state = {container, layout: list, sections, bounds: [0, 0, 200, 100]}
    return tessera.diff({before: state, after: {...state, sections: []}})
  },
  measureCells: ({tessera}) => tessera.measure({items: [{template: "text", content: "Wren"}], width: 200}),
  createCollection: ({tessera}) => tessera.create({id: "inbox", container, layout: list, sections}),
  listCollections: ({tessera}) => tessera.collections({
    prefix: "in", createdAfter: "2020-01-01T00:00:00Z", updatedBefore: "9999-01-01T01:00:00+01:00", count: true, limit: 10
  }),
  describeCollection: ({inbox}) => inbox.describe(),
  moveBounds: ({inbox}) => inbox.setBounds({bounds: [0, 0, 200, 40]}, {include: "content"}),
  moveViewport: ({inbox}) => inbox.setViewport("tab", {container, bounds: [0, 0, 200, 40]}, {ifMatch: 1}),
  listViewports: ({inbox}) => inbox.viewports(),
  getAttributes: ({inbox}) =>
    inbox.attributes({rect: [0, 0, 200, 0.1 + 0.2], relativeTo: [0, 0], viewport: "tab"}),
  updateCollection: ({inbox}) =>
    inbox.update(batch => batch.insert({id: "d"}, {before: "b"}).move("a", {after: "c"}), {viewport: "tab"}),
  applySnapshot: ({inbox}) => inbox.applySnapshot({sections}, {scope: "all", runs: true}),
  changeLayout: ({inbox}) => inbox.setLayout({kind: "list"}, {anchor: "none"}),
  measureElements: ({inbox}) => inbox.measure([{id: "a", size: [200, 30]}]),
  invalidateLayout: ({inbox}) => inbox.invalidate({ids: ["a"]}),
  findScrollTarget: ({inbox}) => inbox.scrollTarget({indexPath: [0, 2], position: "top"}),
  getHistory: ({inbox}) => inbox.history({since: 1, limit: 2}),
  beginMovement: ({inbox}) => inbox.beginMovement({id: "a"}),
  updateMovement: ({inbox}) => inbox.updateMovement({after: "b"}),
  cancelMovement: ({inbox}) => inbox.cancelMovement(),
  endMovement: async ({inbox}) => {
    await inbox.beginMovement({id: "a"})
    return inbox.endMovement()
  },
  watchCollection: ({inbox}) => new Promise((resolve, reject) => {
    const stream = inbox.events({
      viewport: "main",
      own: false,
      onEvent(event) {
        stream.close()
        event.event == "open" ? resolve(event.data) : reject(event)
      },
    })
  }),
  // The replica of a page reads it.
  feedReplica: ({inbox}) => new Promise((resolve, reject) => {
    const feed = openFeed(inbox.tessera, `${inbox.path}/replica`, {
      version: () => 0, onState() {}, onEnd: reject,
      onFrame(name, content) {
        if (name != "base") return
        feed.close()
        resolve(content)
      },
    })
  }),
  deleteViewport: ({inbox}) => inbox.deleteViewport("tab"),
  deleteCollection: ({inbox}) => inbox.delete(),
  deleteCollections: ({tessera}) => tessera.deleteCollections({prefix: "in"}),
}

let service
const environment = {TESSERA_TOKEN_SECRET: "0123456789abcdef0123456789abcdef"}
before(async () => service = await startService({environment}))
after(() => service.stop())

/** Notes which methods of a class are called from outside of it. */
function noted(object, name, called) {
  return new Proxy(object, {
    get(target, key) {
      const member = Reflect.get(target, key, target)
      if (typeof member != "function") return member
      called.add(`${name}.${String(key)}`)
      return member.bind(target)
    },
  })
}

test("every operation has a method, and every method sends requests of an operation", async () => {
  const requests = [], called = new Set(others)
  const plain = new Tessera(service.url, {
    async fetch(url, init) {
      const response = await fetch(url, init)
      requests.push({url, ...init, status: response.status})
      return response
    },
  })
  const tessera = noted(plain, "Tessera", called)
  const inbox = noted(plain.collection("inbox"), "Collection", called)

  for (const [id, call] of Object.entries(calls)) {
    const from = requests.length
    await call({tessera, inbox})
    const {url, method = "GET", headers, status} = requests.at(-1)
    assert.ok(requests.length > from, `${id} sends a request`)
    const operation = operationOf(described, method, url)
    assert.equal(operation?.id, id, `${method} ${url} is of ${id}`)
    assert.ok(status < 300, `${id} is ${status}`)
    for (const name of new URL(url).searchParams.keys()) {
      assert.ok(operation.parameters.includes(name), `${id} takes ${name}`)
    }
    const takesKey = operation.parameters.includes("Idempotency-Key")
    assert.equal(headers.has("idempotency-key"), takesKey, `the key of ${id}`)
  }

  assert.deepEqual(Object.keys(calls).sort(), described.map(each => each.id).sort())
  const methods = [["Tessera", Tessera], ["Collection", Collection]].flatMap(([name, {prototype}]) =>
    Object.getOwnPropertyNames(prototype).filter(key => key != "constructor").map(key => `${name}.${key}`))
  assert.deepEqual([...called].sort(), methods.sort())
})

test("a batch has every operation on items and sections", async () => {
  const tessera = new Tessera(service.url)
  const {id} = await tessera.create({container, layout: list, sections})
  const collection = tessera.collection(id)
  const ids = async () => (await collection.attributes()).attributes.map(each => each.id).join("")

  const start = {section: "s", edge: "start"}
  await collection.update(batch => batch.insert([{id: "d"}, {id: "e"}], start).delete("a"))
  assert.equal(await ids(), "debc")
  await collection.update(batch =>
    batch.delete([[0, 0]]).move([0, 1], {to: [0, 2]}).reload("b").reconfigure(["c"]))
  assert.equal(await ids(), "bce")
  await collection.update(batch => batch.insertSections({id: "t", items: [{id: "f"}]}, {before: "s"}))
  assert.equal(await ids(), "fbce")
  await collection.update(batch => batch.moveSection("t", {after: "s"}).reloadSections("s", {sections}))
  assert.equal(await ids(), "abcf")
  await collection.update(batch => batch.deleteSections([0]))
  assert.equal(await ids(), "f")
  await collection.update({updates: [{op: "insertItems", at: [[0, 0]], items: [{id: "g"}]}], scope: "all"})
  assert.equal(await ids(), "gf")
})

test("a batch expands and collapses items, and moves them among the children of another", async () => {
  const tessera = new Tessera(service.url)
  const items = [{id: "a", isExpanded: false}, {id: "b", parent: "a"}, {id: "c", parent: "b"}, {id: "d"}]
  const {id} = await tessera.create({container, layout: list, sections: [{id: "s", items}]})
  const collection = tessera.collection(id)
  const shown = async () =>
    (await collection.attributes()).attributes.map(each => `${each.id}${each.level}`).join(" ")

  assert.equal(await shown(), "a0 d0")
  await collection.update(batch => batch.expand("a", {descendants: true}))
  assert.equal(await shown(), "a0 b1 c2 d0")
  await collection.update(batch => batch.collapse(["b"]).move("d", {into: "a", edge: "start"}))
  assert.equal(await shown(), "a0 d1 b1")
})

test("a response has the type of its format", async () => {
  const tessera = new Tessera(service.url)
  const layout = format => tessera.layout({container, layout: list, sections}, {format})
  assert.equal((await layout()).attributes.length, 3)
  assert.deepEqual((await layout("columns")).contentSize, {width: 200, height: 60})
  assert.equal(new TextDecoder().decode((await layout("binary")).slice(0, 7)), "TESSERA")
  assert.match(await layout("svg"), /^<svg|^<\?xml/)
  assert.match(await layout("html"), /<!doctype html>/i)
  const css = await tessera.layout({container, layout: list, sections}, {format: "css", widths: [200, 400]})
  assert.match(css, /@container/)
})
