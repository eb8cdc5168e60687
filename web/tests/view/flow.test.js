import assert from "node:assert/strict"
import { test } from "node:test"
import { isInFlow } from "../../client/view/Cells.js"

const frame = {x: 0, y: 0, width: 100, height: 30}
const view = more => ({key: 1, category: "supplementary", kind: "header", indexPath: [0, 0], frame, ...more})

test("a header that an edge holds takes no space of its own, whatever its z-index", () => {
  assert.equal(isInFlow(view({zIndex: 3, pins: "start", pinned: true})), false)
  assert.equal(isInFlow(view({zIndex: 10, pins: "start", pinned: true})), false)
  assert.equal(isInFlow(view({zIndex: 3, pins: "start"})), true)
  assert.equal(isInFlow(view({zIndex: 20})), true)
  assert.equal(isInFlow(view({category: "decoration", kind: "background"})), false)
  assert.equal(isInFlow(view({category: "cell", kind: undefined, zIndex: 20})), true)
})
