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

  /** The list has these ids in one section, of which the user sees some. */
  show(ids, seen) {
    return this.showSections([ids], seen)
  }

  /** Ids by section, of which the window has some from a section on; there are more behind it. */
  showSections(sections, seen, first = 0, itemsBehind = 0) {
    const rows = sections.flatMap((ids, section) => ids.map((id, item) => {
      if (!this.#keys.has(id)) this.#keys.set(id, this.#keys.size)
      return {key: this.#keys.get(id), id, category: "cell", indexPath: [first + section, item]}
    }))
    const gone = [...this.mirror.elements.values()].filter(({id}) => !sections.flat().includes(id))
    const itemCounts = new Map(sections.map((ids, section) => [first + section, ids.length]))
    this.mirror.follow({gone, rows: rows.map(after => ({key: after.key, after})), itemCounts, itemsBehind, strips: []})
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

test("items that come into later sections, and new sections, are counted too", () => {
  const list = new List(), seen = ["b", "c"]
  list.showSections([["a", "b", "c"], ["d"]], seen)
  assert.deepEqual(list.showSections([["a", "b", "c"], ["d", "e"]], seen), [{name: "unseen", count: 1, indexPath: [1, 1]}])
  assert.deepEqual(list.showSections([["a", "b", "c"], ["d", "e"], ["f", "g"]], seen),
    [{name: "unseen", count: 3, indexPath: [1, 1]}])
  assert.deepEqual(list.showSections([["a", "b", "c"], ["d", "e"], ["f", "g"]], ["e", "f"]),
    [{name: "unseen", count: 1, indexPath: [2, 1]}])
  assert.deepEqual(list.showSections([["a", "b", "c"], ["d", "e"], ["f", "g"]], ["f", "g"]), [{name: "unseen", count: 0}])
})

test("items behind the window are counted, and named once the view knows their section", () => {
  const list = new List()
  // The window has the sections 4 and 5; 20 items are behind them.
  list.showSections([["a", "b"], ["c"]], ["a", "b"], 4, 20)
  assert.deepEqual(list.showSections([["a", "b"], ["c"]], ["a", "b"], 4, 22), [{name: "unseen", count: 2}])
  assert.deepEqual(list.showSections([["a", "b"], ["c", "d"]], ["a", "b"], 4, 22), [{name: "unseen", count: 3}])
  // Further sections come into the window as the user scrolls: there are as many items as before.
  const later = Array.from({length: 22}, (_, index) => `e${index}`)
  assert.deepEqual(list.showSections([["a", "b"], ["c", "d"], later], ["b", "c"], 4), [])
  assert.deepEqual(list.showSections([["c", "d"], later], ["e20"], 5), [{name: "unseen", count: 1, indexPath: [6, 21]}])
})

test("sections that come in front, or older items in one, are no news", () => {
  const list = new List()
  list.showSections([["a", "b"], ["c"]], ["b", "c"])
  assert.deepEqual(list.showSections([["x"], ["a", "b"], ["c"]], ["b", "c"]), [])
  assert.deepEqual(list.showSections([["x"], ["y", "a", "b"], ["c"]], ["b", "c"]), [])
})
