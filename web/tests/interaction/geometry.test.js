import assert from "node:assert/strict"
import { test } from "node:test"
import { strength } from "../../client/interaction/AutoScroll.js"
import { distanceTo, farther, neighbour, rows } from "../../client/interaction/geometry.js"
import { cellRole, viewAttributes } from "../../client/interaction/roles.js"

/** A cell with the number n at [x, y, width, height]. */
const cell = (n, [x, y, width, height], section = 0) => (
  {key: n + 1, category: "cell", indexPath: [section, n], id: `c${n}`, frame: {x, y, width, height}})
const grid = Array.from({length: 10}, (_, n) => cell(n, [n % 3 * 100, Math.floor(n / 3) * 50, 90, 40]))
const id = cell => cell?.id

test("arrows lead through a grid by geometry, and stop at its edges", () => {
  const from = grid[4]
  assert.deepEqual(["left", "right", "up", "down"].map(way => id(neighbour(grid, from, way))), ["c3", "c5", "c1", "c7"])
  assert.equal(neighbour(grid, grid[2], "right"), undefined)
  assert.equal(neighbour(grid, grid[0], "up"), undefined)
  assert.equal(id(neighbour(grid, grid[8], "down")), "c9", "the last row is shorter: the nearest cell of it")
})

test("arrows to the side never lead into another row of a waterfall, and those down lead to the cell in line", () => {
  const tall = [cell(0, [0, 0, 90, 200]), cell(1, [100, 0, 90, 60]), cell(2, [100, 70, 90, 60]), cell(3, [0, 210, 90, 50])]
  assert.equal(id(neighbour(tall, tall[1], "left")), "c0")
  assert.equal(id(neighbour(tall, tall[1], "down")), "c2")
  assert.equal(id(neighbour(tall, tall[0], "down")), "c3")
  assert.equal(neighbour(tall, tall[3], "right"), undefined)
})

test("a page further is the cell at that distance, or the last one", () => {
  const list = Array.from({length: 20}, (_, n) => cell(n, [0, n * 40, 300, 40]))
  assert.equal(id(farther(list, list[2], {x: 0, y: 200})), "c7")
  assert.equal(id(farther(list, list[7], {x: 0, y: -200})), "c2")
  assert.equal(id(farther(list, list[18], {x: 0, y: 200})), "c19")
  assert.equal(farther(list, list[19], {x: 0, y: 200}), undefined)
  assert.equal(id(farther(grid, grid[1], {x: 0, y: 100})), "c7", "in the same column")
})

test("the rows of a grid are the cells that begin at the same height", () => {
  assert.deepEqual(rows(grid).map(row => row.length), [3, 3, 3, 1])
  const next = cell(0, [0, 150, 90, 40], 1)
  assert.deepEqual(rows([grid[9], next]).map(row => row.length), [1, 1], "sections have rows of their own")
})

test("a rect is scrolled to no further than needed", () => {
  const offset = {x: 0, y: 100}, size = {width: 300, height: 200}
  assert.deepEqual(distanceTo({x: 0, y: 150, width: 300, height: 40}, offset, size), {x: 0, y: 0})
  assert.deepEqual(distanceTo({x: 0, y: 80, width: 300, height: 40}, offset, size), {x: 0, y: -20})
  assert.deepEqual(distanceTo({x: 0, y: 290, width: 300, height: 40}, offset, size), {x: 0, y: 30})
  assert.deepEqual(distanceTo({x: 0, y: 250, width: 300, height: 400}, offset, size), {x: 0, y: 150}, "its beginning")
  assert.deepEqual(distanceTo({x: 0, y: 50, width: 300, height: 400}, offset, size), {x: 0, y: 0}, "it fills the view")
})

test("scrolling by itself begins at 44 px or a tenth from the edge, and grows towards it", () => {
  assert.deepEqual([0, 22, 44, 300, 556, 578, 600].map(at => strength(at, 600)), [-1, -0.5, 0, 0, 0, 0.5, 1])
  assert.deepEqual([-100, 700].map(at => strength(at, 600)), [-1, 1])
  assert.equal(strength(10, 200), -0.5)
})

test("cells say their position in their section, and those of a grid and of a view without a role do not", () => {
  const itemCounts = new Map([[0, 10]])
  assert.deepEqual(cellRole(grid[4], {itemCounts}),
    {role: "listitem", tabindex: "-1", "aria-posinset": "5", "aria-setsize": "10"})
  assert.equal(cellRole(grid[4], {role: "feed"})["aria-setsize"], "-1")
  assert.deepEqual(cellRole(grid[4], {role: "grid", itemCounts}), {role: "gridcell", tabindex: "-1"})
  assert.deepEqual(cellRole(grid[4], {role: "none", itemCounts}), {})
  assert.deepEqual(cellRole({...grid[4], category: "supplementary"}, {itemCounts}), {})
  assert.deepEqual(viewAttributes({label: "Mail"}), {tabindex: "-1", role: "list", "aria-label": "Mail"})
  assert.deepEqual(viewAttributes({role: "none"}), {tabindex: "0"})
})
