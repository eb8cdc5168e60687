import assert from "node:assert/strict"
import test from "node:test"
import { flights, isVisible, pose } from "../../client/changes/flights.js"

const size = {width: 100, height: 100}
const at = (x, y, width = 100, height = 20, alpha = 1) => ({x, y, width, height, alpha})
const one = (from, to) => flights(new Map([[1, from]]), new Map([[1, to]]), size)

test("a look's pose is its frame minus the content offset, and opaque unless it has an alpha", () => {
  const frame = {x: 10, y: 250, width: 30, height: 40}
  assert.deepEqual(pose({frame}, {x: 5, y: 200}), {x: 5, y: 50, width: 30, height: 40, alpha: 1})
  assert.equal(pose({frame, alpha: 0}, {x: 0, y: 0}).alpha, 0)
})

test("a flight leads from where an element was on the screen to where it is now", () => {
  const [flight] = one(at(0, 80), at(0, 20))
  assert.deepEqual([flight.subject, flight.dx, flight.dy], [1, 0, 60])
})

test("an element that keeps its position on screen does not fly, not even by rounding", () => {
  assert.deepEqual(one(at(0, 20), at(0, 20)), [])
  assert.deepEqual(one(at(0, 20), at(0, 20 + 1e-9)), [])
})

test("an element that changes only its size or opacity flies", () => {
  assert.equal(one(at(0, 0, 100, 20), at(0, 0, 100, 40)).length, 1)
  assert.equal(one(at(0, 0, 100, 20, 0), at(0, 0)).length, 1)
})

test("an element visible neither before nor after does not fly", () => {
  assert.deepEqual(one(at(0, 120), at(0, 100)), [])
  assert.deepEqual(one(at(0, -20), at(0, 500)), [])
  assert.equal(one(at(0, 120), at(0, 99)).length, 1)
  assert.equal(one(at(0, 99), at(0, 5000)).length, 1)
  assert.equal(one(at(-100, 0), at(-99, 0)).length, 1)
})

test("an element that comes or goes without a place to come from or to go to does not fly", () => {
  assert.deepEqual(flights(new Map([[1, at(0, 0)]]), new Map([[2, at(0, 0)]]), size), [])
})

test("edges are outside", () => {
  assert.equal(isVisible(at(100, 0), size), false)
  assert.equal(isVisible(at(0, -20), size), false)
  assert.equal(isVisible(at(0, -19.9), size), true)
})
