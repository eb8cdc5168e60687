// Records and numbers that no view sends, through the module.

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { PageReplica } from "../../client/engine/PageReplica.js"
import { batchRecord, bodyRecord, moveRecord } from "../../client/engine/records.js"
import { Tessera } from "../../client/tessera.js"
import { random, seed } from "../support/random.js"
import { startService } from "../support/service.js"
import { skip, start } from "./module.js"

const container = {width: 300, height: 400}, bounds = [0, 0, 300, 400]
let service, number = 0
before(async () => { service = skip ? undefined : await startService() })
after(() => service?.stop())

/** A viewport in the module that shows a list, and its replica. */
async function open(t) {
  const tessera = new Tessera(service.url), id = `records-${++number}`
  const items = Array.from({length: 200}, (_, index) => ({id: `r${index}`, size: [300, 50]}))
  await tessera.create({id, container, layout: {kind: "list"}, sections: [{id: "a", items}]})
  const replica = await PageReplica.open(tessera.collection(id), {engine: await start()}), viewport = replica.viewport("v", "content")
  t.after(() => replica.close())
  const first = viewport.scroll({bounds, resync: true}, moveRecord({body: {container}}))
  assert.deepEqual([first.type, first.rows.length > 5], ["reset", true])
  return {replica, viewport, rows: first.rows}
}

/** Whether the engine can still lay a viewport out. */
function isWhole({replica}) {
  const other = replica.viewport("other", "content"), delta = other.scroll({bounds, resync: true}, moveRecord({body: {container}}))
  other.close()
  return !replica.engine.isBroken && delta.rows.length > 5
}

test("numbers that are none, and far away, are refused", {skip}, async t => {
  const opened = await open(t), {viewport} = opened
  for (const wrong of [NaN, Infinity, -Infinity, 1e300, -1e300]) {
    for (let place = 0; place < 6; place++) {
      const numbers = [...bounds, 0, 0]
      numbers[place] = wrong
      assert.throws(() => viewport.scroll({bounds: numbers.slice(0, 4), velocity: numbers.slice(4)}), ({status}) => status == 422 || status == 413)
    }
  }
  assert.throws(() => viewport.scroll({bounds: [0, 0, -1, 400]}), ({status}) => status == 422)
  assert.ok(isWhole(opened))
})

test("records whose words are others are refused, or make a delta", {skip}, async t => {
  const opened = await open(t), {viewport, rows} = opened, next = random(), words = [0, 1, -1, 2, 7, 255, 65_536, 2 ** 31 - 1, -(2 ** 31), 1 << 28]
  const item = {id: "new", size: {width: 10, height: 10}, template: "t", content: {}}
  const records = [
    () => batchRecord([
      {op: "insertItems", members: [{indexPath: [0, 0]}], items: [{...item, id: `new ${next.between(0, 1e6)}`}]},
      {op: "moveItem", members: [rows[3].key, {indexPath: [0, 1]}]}, {op: "reconfigureItems", members: [{id: "r5"}]},
    ], "damaged"),
    () => bodyRecord(0, {updates: [{op: "deleteItems", ids: ["r9"]}]}, "damaged"),
    () => moveRecord({id: "damaged", anchor: {indexPath: [0, 2]}, goal: {item: {id: "r20"}, position: "top"}, body: {overscan: {top: 40}}}),
  ]
  for (let round = 0; round < 3000; round++) {
    const kind = round % records.length, record = records[kind](), view = new DataView(record.buffer)
    for (let times = next.between(1, 3); times > 0; times--) {
      view.setInt32(4 * next.between(1, Math.min(32, Math.floor(record.length / 4) - 1)), words[next.between(0, words.length - 1)], true)
    }
    try {
      if (kind == 2) viewport.scroll({bounds}, record)
      else viewport.change(record)
    } catch (problem) {
      assert.ok(problem.status >= 400, `round ${round} (SEED=${seed}): ${problem}`)
    }
  }
  assert.ok(isWhole(opened))
})

test("a record of another release, and one that is cut off, are refused", {skip}, async t => {
  const opened = await open(t), {viewport, replica} = opened
  const other = bodyRecord(0, {updates: []}, "id")
  new DataView(other.buffer).setUint32(0, 7, true)
  assert.throws(() => viewport.change(other), /another release/)
  const record = bodyRecord(0, {updates: []}, "id")
  for (const length of [0, 1, 8, 55]) assert.throws(() => viewport.change(record.subarray(0, length)), ({status}) => status == 422)
  assert.equal(replica.pending, 0)
  assert.ok(isWhole(opened))
})

test("a viewport ends with the collection in the module", {skip}, async t => {
  const {replica, viewport} = await open(t)
  assert.ok(viewport.isCurrent)
  replica.close()
  assert.ok(!viewport.isCurrent)
  assert.throws(() => viewport.scroll({bounds}), ({status}) => status == 404)
  assert.throws(() => viewport.next(), ({status}) => status == 404)
  viewport.close()
})
