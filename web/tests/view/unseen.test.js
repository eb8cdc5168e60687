import assert from "node:assert/strict"
import { test } from "node:test"
import { Rows } from "../../client/mirror/Rows.js"
import { Unseen } from "../../client/view/Unseen.js"

/** A list of ids, the part of it that the user sees, and the events that it dispatches. */
class List {
  mirror = new Rows()
  events = []
  #unseen = new Unseen(this)
  #keys = new Map()

  emit(name, detail) {
    this.events.push({name, ...detail})
    return true
  }

  /** The list has these ids, of which the user sees some. */
  show(ids, seen) {
    const rows = ids.map((id, item) => {
      if (!this.#keys.has(id)) this.#keys.set(id, this.#keys.size)
      return {key: this.#keys.get(id), id, category: "cell", indexPath: [0, item]}
    })
    const gone = [...this.mirror.elements.values()].filter(({id}) => !ids.includes(id))
    this.mirror.follow({
      gone, rows: rows.map(after => ({key: after.key, after})), itemCounts: new Map([[0, ids.length]]), strips: [],
    })
    this.#unseen.see(rows.filter(({id}) => seen.includes(id)))
    return this.events.splice(0)
  }
}

const before = ["a", "b", "c", "d", "e", "f"]

test("items that come to the end are counted, and the first of them is named", () => {
  const list = new List()
  assert.deepEqual(list.show(before, ["b", "c", "d"]), [])
  assert.deepEqual(list.show([...before, "g"], ["b", "c", "d"]), [{name: "unseen", count: 1, indexPath: [0, 6]}])
  assert.deepEqual(list.show([...before, "g", "h"], ["b", "c", "d"]), [{name: "unseen", count: 2, indexPath: [0, 6]}])
})

test("items are no longer counted when the user has scrolled to them, also halfway", () => {
  const list = new List(), after = [...before, "g", "h"]
  list.show(before, ["a", "b", "c"])
  list.show(after, ["a", "b", "c"])
  assert.deepEqual(list.show(after, ["d", "e", "f"]), [])
  assert.deepEqual(list.show(after, ["e", "f", "g"]), [{name: "unseen", count: 1, indexPath: [0, 7]}])
  assert.deepEqual(list.show(after, ["f", "g", "h"]), [{name: "unseen", count: 0}])
  assert.deepEqual(list.show(after, ["a", "b", "c"]), [])
})

test("an item that is seen at once is not counted", () => {
  const list = new List()
  list.show(before, ["d", "e", "f"])
  assert.deepEqual(list.show([...before, "g"], ["e", "f", "g"]), [])
})

test("older items above are not counted, though everything has another index", () => {
  const list = new List()
  list.show(before, ["b", "c", "d"])
  assert.deepEqual(list.show(["x", "y", ...before], ["b", "c", "d"]), [])
  assert.deepEqual(list.show(["x", "y", ...before, "g"], ["b", "c", "d"]), [{name: "unseen", count: 1, indexPath: [0, 8]}])
})

test("a seen item that moves to the start is no news, nor are deleted ones", () => {
  const list = new List()
  list.show(before, ["b", "c", "d"])
  assert.deepEqual(list.show(["d", "a", "b", "c", "e", "f"], ["a", "b", "c"]), [])
  assert.deepEqual(list.show(["d", "a", "e", "f"], ["d", "a", "e"]), [])
})

test("counted items that are deleted again are no longer counted", () => {
  const list = new List()
  list.show(["a", "b", "c"], ["a", "b", "c"])
  assert.deepEqual(list.show(["a", "b", "c", "d", "e"], ["a", "b", "c"]), [{name: "unseen", count: 2, indexPath: [0, 3]}])
  assert.deepEqual(list.show(["a", "b", "c", "e"], ["a", "b", "c"]), [{name: "unseen", count: 1, indexPath: [0, 3]}])
})
