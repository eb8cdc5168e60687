// The reader and the writers of records. The deltas in waist.json were written by the engine, and each has the elements
// that responses as JSON to the same steps say; PageEngineTests compares the file with the engine of today.

import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { attributes } from "../../client/mirror/Element.js"
import { DeltaReader, batchRecord, bodyRecord, digest, moveRecord } from "../../client/engine/waist.js"

const recorded = JSON.parse(readFileSync(new URL("waist.json", import.meta.url), "utf8"))

/** A memory with the bytes of a delta at an address that is a multiple of 8. */
const memoryWith = (base64, address = 64) => {
  const bytes = Buffer.from(base64, "base64"), buffer = new ArrayBuffer(address + bytes.length)
  new Uint8Array(buffer).set(bytes, address)
  return buffer
}

/** Reads the deltas one after the other, each from a memory of its own, into a map of elements by their keys. */
function* pictures(steps = recorded.steps) {
  const memory = {buffer: new ArrayBuffer(0)}, reader = new DeltaReader(memory), elements = new Map()
  for (const step of steps) {
    memory.buffer = memoryWith(step.delta)
    const delta = reader.read(64)
    // Texts are copies: another record may take the place of the delta before they are decoded.
    new Uint8Array(memory.buffer).fill(255)
    for (const {key} of delta.gone) assert.ok(elements.delete(key), "an element goes that is there")
    for (const row of delta.rows) {
      const old = elements.get(row.key)
      if (!row.isHeld) assert.equal(row.isNew, !old)
      const {id, content, level, isExpanded} = row.isFilled ? row : old
      elements.set(row.key, {row, id, content, level, isExpanded, pin: row.pin ?? (delta.type == "scroll" ? old?.pin : undefined)})
    }
    yield {step, delta, elements}
  }
}

const shown = ({row, id, content, level, isExpanded, pin}) => {
  const {category, kind, indexPath, frame, isAway} = row
  const all = {
    category, kind, indexPath, frame, ...Object.fromEntries(attributes.map(([name]) => [name, row[name]])), isAway, id,
    content: content && JSON.stringify(content), level, isExpanded, pins: pin?.edge,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
const orderOf = ({category, kind, indexPath, zIndex}) => `${category} ${kind} ${indexPath} ${zIndex}`
const inOrder = elements => elements.sort((a, b) => orderOf(a) < orderOf(b) ? -1 : 1)

test("deltas have the elements that responses as JSON have", () => {
  assert.equal(recorded.digest, digest)
  let count = 0
  for (const {step, elements} of pictures()) {
    // A dragged item is where the finger is, and the place that the layout keeps for it is no element.
    assert.deepEqual(inOrder([...elements.values()].map(shown)), inOrder(step.elements), `step ${count}`)
    count++
  }
  assert.ok(count >= 9)
})

test("deltas have the levels of items of outlines, and whether they are expanded", () => {
  const found = []
  for (const {step, elements} of pictures(recorded.outline)) {
    const all = [...elements.values()], {level, isExpanded} = all.find(({id}) => id == "0-0")
    assert.deepEqual(inOrder(all.map(shown)), inOrder(step.elements))
    found.push([level, isExpanded])
  }
  assert.deepEqual(found, [[0, true], [0, false]])
})

test("a delta has its type, its cause, and the sections in the window", () => {
  const deltas = [...pictures()].map(({delta, step}) => ({...delta, counts: step.itemCounts}))
  assert.deepEqual(deltas.map(({type}) => type),
    ["reset", "scroll", "scroll", "change", "drag", "drag", "change", "change", "reset"])
  assert.deepEqual(deltas.map(({cause}) => cause),
    ["resync", "scroll", "scroll", "updates", "movement", "movement", "layout", "layout", "resync"])
  let counts = new Map(), behind = 0
  for (const delta of deltas) {
    if (delta.itemCounts) ({itemCounts: counts, itemsBehind: behind} = delta)
    assert.deepEqual([...behind ? [[-1, behind]] : [], ...counts], delta.counts)
  }
  assert.equal(deltas[0].facts.layout.kind, "flow")
  assert.equal(deltas[1].facts, undefined)
  assert.equal(deltas[7].facts.layout.kind, "coverFlow")
  assert.deepEqual([deltas[3].fromVersion, deltas[3].version, deltas[3].isProposal], [1, 2, true])
})

test("a change has the ends of its animations", () => {
  const [, , , {delta}] = pictures()
  const inserted = delta.rows.find(({id}) => id == "nëw")
  assert.equal(inserted.change, "insert")
  assert.equal(inserted.initial.alpha, 0)
  assert.ok(inserted.initial.frame.x < inserted.frame.x)
  assert.deepEqual(inserted.content, {text: "é"})
  assert.equal(inserted.template, "t")
  const deleted = delta.gone.find(({change}) => change == "delete")
  assert.equal(deleted.final.alpha, 0)
  assert.equal(deleted.presence, "stays")
})

test("pins say where an element may begin, and strips where they come to rest", () => {
  const all = [...pictures()]
  const [{delta: first}] = all, header = first.rows.find(({kind, pin}) => kind == "header" && pin)
  assert.equal(header.pin.edge, "start")
  assert.equal(header.pin.from, header.frame.y)
  assert.ok(header.pin.to > header.pin.from)
  const {strips} = all[6].delta
  assert.deepEqual([strips[0].behavior, strips[0].offset], ["groupPaging", 0])
  assert.ok(strips[0].snapping.interval > 0 && strips[0].frame.height > 0)
  assert.equal(all[7].delta.strips.length, 0)
  assert.equal(all[0].delta.strips.length, 0)
})

test("a delta of another declaration is refused", () => {
  const buffer = memoryWith(recorded.steps[0].delta)
  new Uint32Array(buffer)[16] ^= 1
  assert.throws(() => new DeltaReader({buffer}).read(64), /another release/)
})

test("records have their lengths, the digest, and texts behind numbers", () => {
  const goal = {item: {indexPath: [0, 2]}}, move = moveRecord({id: "ä", anchor: {id: "row"}, goal, body: {paging: true}})
  const words = new DataView(move.buffer)
  assert.equal(words.getUint32(0, true), digest)
  assert.equal(words.getUint32(4, true), move.length)
  assert.ok(new TextDecoder().decode(move).endsWith(`ärow{"paging":true}`))
  const batch = batchRecord([
    {op: "insertItems", members: [{indexPath: [0, 1]}], items: [{id: "new", size: {width: 3, height: 4}}]},
    {op: "moveItem", members: [7], place: "after", beside: {id: "row"}, animation: "fade"},
  ], "id")
  assert.equal(batch.length % 8, 0)
  const numbers = new Int32Array(batch.buffer)
  assert.equal(numbers[1], batch.length)
  assert.deepEqual([...numbers.subarray(14, 30)], [1, 0, 0, -1, 0, 1, 0, 1, 2, 1, 2, 2, 1, 1, -1, 0])
  assert.deepEqual([...numbers.subarray(30, 39)], [1, 0, 1, 0, 7, 0, 2, 5, 8])
  const body = bodyRecord(4, {elements: []}, "id")
  assert.equal(new Int32Array(body.buffer)[2], 4)
  assert.ok(new TextDecoder().decode(body).includes(`{"elements":[]}`))
})
