import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { Engine } from "../../../Sources/Web/client/engine/Engine.js"
import { Layout } from "../../../Sources/Web/client/engine/Layout.js"
import { Replica } from "../../../Sources/Web/client/engine/Replica.js"
import { Tessera } from "../../../Sources/Web/client/tessera.js"
import { startService } from "../support/service.js"
import { eventually } from "../support/wait.js"
import { kindNames } from "./layouts.js"
import { bytes, commonBytes, skip } from "./module.js"

let service, tessera
before(async () => {
  if (skip) return
  service = await startService()
  tessera = new Tessera(service.url)
})
after(() => service?.stop())

const container = {width: 390, height: 844}
const common = ["list", "flow", "grid", "waterfall", "justified"], rarer = kindNames.filter(kind => !common.includes(kind))
const sections = [{items: Array.from({length: 40}, (_, row) => ({id: `row ${row}`, size: [60, 40]}))}]

async function create(id, layout) {
  await tessera.create({id, container, layout, sections, bounds: [0, 0, 390, 844]})
  return tessera.collection(id)
}

async function assertAlike(collection, replica) {
  const {version} = await collection.describe()
  await eventually(() => replica.version == version, {what: () => `version ${version} did not come`})
  const query = {rect: [0, 0, 390, 844]}
  const [{body: here}, there] = [await replica.send("GET", `${collection.path}/attributes`, {query}), await collection.attributes(query)]
  assert.deepEqual(here.attributes, there.attributes)
}

test("the smaller module has the common kinds, and tells which it lacks", {skip}, async () => {
  const [small, whole] = [await Engine.load(commonBytes()), await Engine.load(bytes())]
  assert.ok(commonBytes().length < bytes().length * 0.85)
  const request = kind => ({container, layout: {kind}, sections: [{itemCount: 20}]})
  for (const kind of common) {
    const [here, there] = [small, whole].map(engine => new Layout(engine, request(kind)).solve())
    assert.deepEqual(here, there)
    assert.equal(small.lacksKind, false)
  }
  for (const kind of rarer) {
    assert.throws(() => new Layout(small, request(kind)), {status: 422})
    assert.equal(small.lacksKind, true, kind)
    assert.throws(() => new Layout(whole, {...request(kind), sections: 3}))
    assert.equal(whole.lacksKind, false, kind)
  }
  assert.throws(() => new Layout(small, request("lists")), {status: 422})
  assert.equal(small.lacksKind, false)
})

test("a replica of a rarer kind begins with the module that has it", {skip}, async () => {
  const collection = await create("rare", {kind: "circle"})
  const replica = await Replica.open(collection, {engine: commonBytes(), whole: bytes()})
  await assertAlike(collection, replica)
  replica.close()
})

test("a replica outgrows the smaller module when the layout changes, from either side", {skip}, async () => {
  const collection = await create("grows", {kind: "list"})
  const [own, foreign] = [await Replica.open(collection, {engine: commonBytes(), whole: bytes()}),
    await Replica.open(collection, {engine: commonBytes(), whole: bytes()})]
  await assertAlike(collection, own)
  await own.collection.setLayout({kind: "spiral"})
  for (const replica of [own, foreign]) {
    await assertAlike(collection, replica)
    assert.equal(replica.engine.isBroken, false)
    replica.close()
  }
})
