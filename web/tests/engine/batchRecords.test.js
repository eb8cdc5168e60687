// Which batches go to the engine as numbers, and which as JSON, so that it can point to a fault.

import assert from "node:assert/strict"
import { test } from "node:test"
import { recordOf } from "../../client/engine/batchRecords.js"

/** The operations, targets and items of a record, or the body that it has as JSON. */
function read(body) {
  const record = recordOf(body, "id"), [operations, targets, items, , json] = new Int32Array(record.buffer, 32, 5)
  if (!json) return {operations, targets, items}
  const text = new TextDecoder().decode(record)
  return JSON.parse(text.slice(text.indexOf("{")).replace(/\0+$/, ""))
}
const item = {id: "new", size: [10, 20], template: "t", content: {a: 1}}

test("batches of named and of placed items and sections are numbers", () => {
  const updates = {
    "1 1 0": [
      {op: "deleteItems", ids: ["a"]}, {op: "deleteItems", at: [[0, 1]], animation: "fade"}, {op: "reloadItems", ids: ["a"]},
      {op: "deleteSections", at: [1]}, {op: "deleteSections", ids: ["s"]}, {op: "moveSection", id: "s", edge: "end"},
    ],
    "1 2 0": [
      {op: "moveItem", id: "a", to: [0, 1]}, {op: "moveItem", from: [0, 2], after: "b"}, {op: "moveItem", id: "a", section: "s", edge: "start"},
      {op: "moveSection", from: 1, to: 0}, {op: "moveSection", id: "s", before: "r"}, {op: "deleteItems", ids: ["a", "b"], at: undefined},
    ],
    "1 1 1": [
      {op: "insertItems", items: [item], at: [[0, 0]]}, {op: "insertItems", items: [{id: "a", content: null}], before: "b"},
      {op: "insertItems", items: [{}], section: "s", edge: "end"}, {op: "reconfigureItems", ids: ["a"], items: [item]},
    ],
  }
  for (const [counts, all] of Object.entries(updates)) {
    for (const update of all) assert.equal(Object.values(read({updates: [update]})).join(" "), counts, JSON.stringify(update))
  }
  for (const anchor of [undefined, "start", "end", "none", {id: "a"}]) assert.equal(read({updates: [], anchor}).operations, 0)
})

test("everything else is JSON as it is", () => {
  const others = [
    {op: "insertSections", sections: [{items: []}], at: [0]}, {op: "reloadSections", ids: ["s"], sections: [{}]},
    {op: "insertItems", items: [{id: "a", estimatedSize: [1, 2]}], at: [[0, 0]]}, {op: "insertItems", items: [{size: [1]}], at: [[0, 0]]},
    {op: "insertItems", items: [item]}, {op: "insertItems", at: [[0, 0]]}, {op: "insertItems", items: [item], section: "s"},
    {op: "insertItems", items: [item], before: "a", after: "b"}, {op: "insertItems", items: [item], at: [[0, 0]], before: "a"},
    {op: "deleteItems"}, {op: "deleteItems", ids: ["a"], at: [[0, 0]]}, {op: "deleteItems", ids: [1]}, {op: "deleteItems", at: ["a"]},
    {op: "deleteItems", at: [[0, 1, 2]]}, {op: "deleteItems", at: [[0, -1]]}, {op: "deleteItems", at: [[0, 0.5]]},
    {op: "deleteItems", at: [[0, 2 ** 31]]}, {op: "deleteItems", ids: ["a"], items: [item]}, {op: "deleteItems", ids: ["a"], animation: "odd"},
    {op: "deleteItems", ids: "a"}, {op: "moveItem", id: "a"}, {op: "moveItem", id: "a", from: [0, 0], to: [0, 1]},
    {op: "moveItem", id: "a", to: [0, 1], after: "b"}, {op: "moveSection", id: "s", edge: "end", section: "r"}, {op: "moveSection", from: "s", to: 0},
    {op: "explode"}, {}, null, 7, "deleteItems",
  ]
  for (const update of others) assert.deepEqual(read({updates: [update]}), JSON.parse(JSON.stringify({updates: [update]})))
  for (const updates of [null, {}, "x"]) assert.deepEqual(read({updates}), {updates})
  for (const anchor of ["middle", null, 7, {}, {id: 1}, {id: "a", b: 1}]) assert.deepEqual(read({updates: [], anchor}), {updates: [], anchor})
})
