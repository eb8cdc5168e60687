import assert from "node:assert/strict"
import { test } from "node:test"
import { Rows } from "../../client/mirror/Rows.js"

const rect = {x: 0, y: 0, width: 100, height: 400}
const cell = (key, item, id = `i${key}`) =>
  ({key, category: "cell", indexPath: [0, item], id, frame: {x: 0, y: 50 * item, width: 100, height: 50}})
const delta = (elements, more = {}) => ({
  type: "change", version: 1, cause: "updates", contentSize: {width: 100, height: 400}, bounds: rect, window: rect,
  from: {x: 0, y: 0}, adjustment: {x: 0, y: 0}, gone: [],
  rows: elements.map(after => ({key: after.key, type: "shift", after})), strips: [], ...more,
})
const at = (rows, item) => rows.element("cell", undefined, [0, item])?.key

test("rows that change places are found at their new ones", () => {
  const rows = new Rows()
  rows.follow(delta([cell(1, 0), cell(2, 1), cell(3, 2)]))
  rows.follow(delta([cell(1, 1), cell(2, 2)], {gone: [{key: 3, type: "delete"}], version: 2}))
  assert.deepEqual([0, 1, 2].map(item => at(rows, item)), [undefined, 1, 2])
  assert.deepEqual(["i1", "i2", "i3"].map(id => rows.get(id)?.key), [1, 2, undefined])
  assert.deepEqual(rows.ordered().map(({key}) => key), [1, 2])
  assert.equal(rows.version, 2)
})

test("an item that is deleted and inserted in one delta is the new one", () => {
  const rows = new Rows()
  rows.follow(delta([cell(1, 0, "same")]))
  rows.follow(delta([cell(2, 0, "same")], {gone: [{key: 1, type: "delete"}]}))
  assert.equal(rows.get("same").key, 2)
  assert.equal(at(rows, 0), 2)
})

test("the cell under the finger has no place of its own, and has one again afterwards", () => {
  const rows = new Rows()
  rows.follow(delta([cell(1, 0), cell(2, 1)]))
  rows.follow(delta([cell(1, 0)], {held: 1}))
  assert.equal(at(rows, 0), undefined)
  assert.equal(rows.get("i1").key, 1)
  rows.follow(delta([], {type: "reset"}))
  assert.equal(at(rows, 0), 1)
})

test("counts that a delta does not have stay, and strips are those of the last delta", () => {
  const rows = new Rows()
  const strip = {section: 0, frame: rect, contentSize: {width: 900, height: 400}, behavior: "continuous", offset: 50}
  rows.follow(delta([], {itemCounts: new Map([[0, 7]]), strips: [strip]}))
  rows.follow(delta([], {strips: [{...strip, offset: 150}]}))
  assert.deepEqual([rows.itemCounts.get(0), rows.orthogonalSections], [7, [{...strip, offset: 150}]])
})
