// What a view gets of the deltas of the engine: those in waist.json, which the engine has written.

import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { ShownElements } from "../../client/engine/ShownElements.js"
import { DeltaReader } from "../../client/engine/DeltaReader.js"
import { Row } from "../../client/engine/DeltaRow.js"
import { Rows } from "../../client/mirror/Rows.js"

const {steps, outline} = JSON.parse(readFileSync(new URL("waist.json", import.meta.url), "utf8"))

/** The deltas, each as a reader gets it from a memory of its own. */
function deltas(recorded = steps) {
  const memory = {buffer: new ArrayBuffer(0)}, reader = new DeltaReader(memory)
  return recorded.map(step => {
    const bytes = Buffer.from(step.delta, "base64")
    memory.buffer = new Uint8Array(bytes).buffer
    return reader.read(0)
  })
}

const orderOf = ({category, kind, indexPath, zIndex}) => `${category} ${kind} ${indexPath} ${zIndex}`
const inOrder = elements => elements.sort((a, b) => orderOf(a) < orderOf(b) ? -1 : 1)
/** The elements as the recording has them, with all members that JSON leaves out. */
const shown = rows => inOrder([...rows.elements.values()].map(({key, template, pinned, content, ...element}) => ({
  zIndex: 0, alpha: 1, ...plain(element), hidden: Boolean(element.hidden), estimated: Boolean(element.estimated),
  isAway: Boolean(pinned), ...content && {content: JSON.stringify(content)},
})))
const plain = value => JSON.parse(JSON.stringify(value))

/** A view that has followed some deltas, and the last delta that it got. */
function following(count, elements = new ShownElements()) {
  const rows = new Rows()
  let last
  deltas().slice(0, count).forEach((delta, index) => {
    last = elements.take(delta, index < 3)
    for (const {key} of last.gone) assert.ok(rows.elements.has(key), "an element goes that is there")
    for (const {key, after} of last.rows) assert.equal(after.key, key)
    rows.follow(last)
  })
  return {rows, last, elements}
}

test("a view shows the elements of the engine's deltas", () => {
  for (let count = 1; count <= steps.length; count++) {
    assert.deepEqual(shown(following(count).rows), inOrder(plain(steps[count - 1].elements)), `after ${count}`)
  }
})

test("a view shows the levels of an outline, and draws a row anew that collapses", () => {
  const elements = new ShownElements(), rows = new Rows()
  const [, {rows: changed}] = deltas(outline).map((delta, index) => {
    const shownDelta = elements.take(delta, index == 0)
    rows.follow(shownDelta)
    assert.deepEqual(shown(rows), inOrder(plain(outline[index].elements)))
    return shownDelta
  })
  const {type, after} = changed.find(({after}) => after.id == "0-0")
  assert.deepEqual([type, after.level, after.isExpanded], ["reconfigure", 0, false])
})

test("the type of a delta says whether it is the response to a move", () => {
  assert.deepEqual(steps.map((_, index) => following(index + 1).last.type),
    ["reset", "scroll", "scroll", "change", "change", "change", "change", "change", "reset"])
  assert.deepEqual(steps.map((_, index) => following(index + 1).last.cause),
    ["resync", "scroll", "scroll", "updates", "updates", "updates", "layout", "layout", "resync"])
})

test("elements that come and go say where their animations begin and end", () => {
  const {last} = following(4), inserted = last.rows.find(({after}) => after.id == "nëw"), deleted = last.gone.find(({type}) => type == "delete")
  assert.deepEqual([inserted.type, inserted.initial.alpha, inserted.presence], ["insert", 0, undefined])
  assert.deepEqual([deleted.initial.id, deleted.final.alpha], ["1-0", 0])
  for (const {initial, final} of last.gone) assert.ok(!final || final.frame.width > 0 && initial)
})

test("an item that moves and is drawn anew is both", () => {
  for (const renewal of ["reloaded", "reconfigured"]) {
    const {elements} = following(3), delta = deltas()[3]
    Object.assign(delta.rows.find(({initial}) => initial), {change: "move", renewal})
    const {rows: [row, other]} = elements.take(delta, false)
    assert.deepEqual([row.type, row[renewal], other.reloaded, other.reconfigured], ["move", true, undefined, undefined])
  }
  const flags = 3 << 8 | 2 << 13, {change, presence, renewal} = new Row(1, "cell", undefined, [0, 0], {}, 0, flags)
  assert.deepEqual([change, presence, renewal], ["move", "stays", "reconfigured"])
})

test("every element that pins has the range in which it may begin, and no other element", () => {
  for (let count = 1; count <= steps.length; count++) {
    const {rows} = following(count), pinned = [...rows.elements.values()].filter(({pins}) => pins)
    assert.deepEqual([...rows.pinRanges.keys()].sort(), pinned.map(({key}) => key).sort(), `after ${count}`)
    for (const {key, frame} of pinned) {
      const [from, to] = rows.pinRanges.get(key)
      assert.ok(from <= frame.y && frame.y <= to, `${from}, ${frame.y} and ${to}`)
    }
  }
})

test("an element that stays as it is may pin in another range, which is no change of it", () => {
  const {elements, rows} = following(1), [delta] = deltas(), row = delta.rows.find(({pin}) => pin?.edge == "start")
  const header = [...rows.elements.values()].find(({kind, indexPath}) => kind == "header" && indexPath[0] == row.indexPath[0])
  const [from] = rows.pinRanges.get(header.key)
  Object.assign(row, {isNew: false, pin: {...row.pin, to: 999}})
  const next = elements.take({...delta, type: "change", rows: [row], gone: []}, false)
  assert.deepEqual([next.rows, next.pinRanges.get(header.key)], [[], [from, 999]])
})

test("the items to prefetch have their ids", () => {
  const {last} = following(2)
  assert.ok(last.prefetch.length > 0)
  assert.deepEqual(last.prefetch.map(({id}) => id), last.prefetch.map(({indexPath}) => indexPath.join("-")))
})

test("a dragged item is held, with the gap that the others leave, until it is dropped", () => {
  const {rows, last} = following(5), {movement} = deltas()[4]
  assert.equal(rows.elements.get(rows.held).id, "1-3")
  assert.equal(last.held, rows.held)
  assert.deepEqual(movement.indexPath, [1, 3])
  assert.ok(movement.placeholder.frame.width > 0)
  assert.equal(deltas()[5].movement, undefined)
  assert.equal(following(6).rows.held, undefined)
})

test("a view that reads everything anew learns only of the differences", () => {
  const {elements, rows} = following(1), [first] = deltas()
  assert.deepEqual((({type, gone, rows}) => ({type, gone, rows}))(elements.take(first, true)), {type: "reset", gone: [], rows: []})
  const other = deltas()[0]
  other.rows[0].frame.x += 5
  const {rows: [row, ...more]} = elements.take(other, true)
  assert.deepEqual([row.type, row.after.frame, more], ["shift", other.rows[0].frame, []])
  assert.equal(rows.elements.get(row.key).id, row.after.id)
})

test("elements keep their keys in another module, and those that are not there are gone", () => {
  const {elements, rows} = following(1), before = new Map(rows.elements)
  elements.begin()
  assert.deepEqual(plain([...elements.mirror.elements.values()]), plain([...before.values()]))
  // It may take several attempts.
  elements.begin()
  const [delta] = deltas(), left = delta.rows.findIndex(({id}) => id == "0-3")
  for (const row of delta.rows) row.key += 1000
  delta.rows.splice(left, 1)
  const {type, gone, rows: changed} = elements.take(delta, true)
  assert.deepEqual([type, changed, gone.map(({key}) => before.get(key).id)], ["reset", [], ["0-3"]])
  assert.equal(elements.keyOf({id: "0-2"}), delta.rows.find(({id}) => id == "0-2").key)
  assert.deepEqual(elements.keyOf({id: "0-3"}), {id: "0-3"})
})

test("a reset that is no response to a move begins where the view was", () => {
  const shown = new ShownElements(), all = deltas()
  for (const delta of all.slice(0, 3)) shown.take(delta, true)
  // The third delta is at 140, and the reset at 0.
  const {type, from, adjustment, bounds} = shown.take(all[8], false)
  assert.deepEqual([type, from, adjustment, bounds.y], ["reset", {x: 0, y: 140}, {x: 0, y: -140}, 0])
})

test("another session goes on with a mirror of the same elements and keys", () => {
  for (const count of [1, 4, 5]) {
    const {elements: first, rows} = following(count), {mirror} = first
    assert.deepEqual(plain([...mirror.elements.values()]), plain([...rows.elements.values()]))
    assert.deepEqual([mirror.version, mirror.held, mirror.bounds, mirror.itemCounts], [rows.version, rows.held, rows.bounds, rows.itemCounts])
    const next = new ShownElements(mirror), {gone, rows: changed} = next.take(deltas()[0], true)
    if (count == 1) assert.deepEqual([gone, changed], [[], []])
    else assert.ok(gone.length + changed.length > 0)
  }
})

test("a move that leaves all elements as they are has other bounds and another window", () => {
  const {elements, rows} = following(3), before = new Map(rows.elements)
  const delta = elements.stay({bounds: [0, 150, 320, 480], overscan: {top: 60, right: 5}})
  rows.follow(delta)
  assert.deepEqual(rows.window, {x: 0, y: 90, width: 325, height: 540})
  assert.deepEqual([delta.type, delta.from, delta.bounds.y, rows.elements], ["scroll", {x: 0, y: 150}, 150, before])
})

test("a view learns where strips are with the strips, and keeps that while they stay", () => {
  const elements = new ShownElements(), {last} = following(7, elements)
  const [strip] = last.strips, place = {bounds: [0, 0, 320, 480]}
  assert.deepEqual([strip.section, strip.offset], [0, 0])
  assert.deepEqual(elements.stay(place).strips, last.strips)
  const moved = elements.take({...deltas()[6], gone: [], rows: [], strips: [{...strip, offset: 300}]}, true)
  assert.deepEqual(moved.strips, [{...strip, offset: 300}])
  assert.deepEqual(elements.take({...deltas()[6], gone: [], rows: [], strips: undefined}, true).strips, moved.strips)
})
