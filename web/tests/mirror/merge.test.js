import assert from "node:assert/strict"
import { test } from "node:test"
import { merge } from "../../client/mirror/Change.js"
import { random, seed } from "../support/random.js"

const frame = y => ({x: 0, y, width: 100, height: 50})
const look = y => ({frame: frame(y)})
const element = (key, y) => Object.freeze({key, category: "cell", indexPath: [0, key], frame: frame(y)})
const change = (changes, {version = 1, cause = "updates", from = 0, to = from, adjustment = to - from} = {}) => ({
  version, cause, isReset: false, contentSize: {width: 100, height: 1000}, window: frame(0), changes,
  contentOffset: {from: {x: 0, y: from}, to: {x: 0, y: to}}, adjustment: {x: 0, y: adjustment},
})
const moved = (key, before, after, more = {}) =>
  ({key, type: "shift", before: element(key, before), after: element(key, after), initial: look(before), final: look(after), ...more})

test("an element that moves twice moves once, from where it was to where it will be", () => {
  const {changes, version, contentOffset, adjustment} = merge(
    change([moved(1, 0, 50)], {from: 0, to: 50}), change([moved(1, 50, 120)], {version: 2, from: 50, to: 70}))
  assert.deepEqual(changes, [moved(1, 0, 120)])
  assert.equal(version, 2)
  assert.deepEqual([contentOffset.from.y, contentOffset.to.y, adjustment.y], [0, 70, 70])
})

test("an element that returns to where it was is not among the changes", () => {
  assert.deepEqual(merge(change([moved(1, 0, 50)]), change([moved(1, 50, 0)])).changes, [])
})

test("an element that comes and goes is not among the changes", () => {
  const comes = {key: 1, type: "insert", after: element(1, 0), initial: look(0), final: look(0)}
  const goes = {key: 1, type: "delete", before: element(1, 0), initial: look(0), final: look(0)}
  assert.deepEqual(merge(change([comes]), change([goes])).changes, [])
})

test("an element that goes and comes back under its key moves", () => {
  const goes = {key: 1, type: "delete", before: element(1, 0), initial: look(0), final: look(0)}
  const comes = {key: 1, type: "insert", after: element(1, 90), initial: look(90), final: look(90)}
  const [both] = merge(change([goes]), change([comes])).changes
  assert.deepEqual([both.type, both.before.frame.y, both.after.frame.y], ["move", 0, 90])
})

test("an inserted element that is measured is inserted with its measured frame", () => {
  const comes = {key: 1, type: "insert", after: element(1, 40), initial: {...look(40), alpha: 0}, final: look(40)}
  const [both] = merge(change([comes]), change([moved(1, 40, 60)], {cause: "measurements"})).changes
  assert.deepEqual(both, {key: 1, type: "insert", after: element(1, 60), initial: {...look(40), alpha: 0}, final: look(60)})
})

test("a reloaded element is reloaded, whatever else happens to it", () => {
  const [both] = merge(change([moved(1, 0, 50, {type: "reload"})]), change([moved(1, 50, 60)])).changes
  assert.equal(both.type, "reload")
  assert.equal(merge(change([moved(1, 0, 50, {type: "reload"})]), change([moved(1, 50, 0)])).changes.length, 1)
})

test("an element that moves and is drawn anew is both, in whichever order", () => {
  const facts = (a, b) => {
    const [{type, reloaded, reconfigured}] = merge(change([moved(1, 0, 50, a)]), change([moved(1, 50, 60, b)])).changes
    return [type, reloaded, reconfigured]
  }
  const anew = ["move", undefined, true], again = ["move", true, undefined]
  assert.deepEqual(facts({type: "move"}, {type: "reconfigure"}), anew)
  assert.deepEqual(facts({type: "reconfigure"}, {type: "move"}), anew)
  assert.deepEqual(facts({type: "move", reconfigured: true}, {type: "shift"}), anew)
  assert.deepEqual(facts({type: "shift"}, {type: "move", reconfigured: true}), anew)
  assert.deepEqual(facts({type: "reload"}, {type: "move"}), again)
  assert.deepEqual(facts({type: "move", reloaded: true}, {type: "move", reconfigured: true}), again)
  assert.deepEqual(facts({type: "move"}, {type: "shift"}), ["move", undefined, undefined])
})

test("an element that goes and comes back under its key with other content is reconfigured where it is", () => {
  const described = content => ({...element(1, 0), content})
  const goes = {key: 1, type: "delete", before: described("old"), initial: look(0), final: look(0)}
  const comes = content => ({key: 1, type: "insert", after: described(content), initial: look(0), final: look(0)})
  const [{type, reconfigured}] = merge(change([goes]), change([comes("new")])).changes
  assert.deepEqual([type, reconfigured], ["move", true])
  assert.equal(merge(change([goes]), change([comes("old")])).changes[0].reconfigured, undefined)
})

test("a layout and the measurements after it are a change of the layout", () => {
  assert.equal(merge(change([], {cause: "layout"}), change([], {cause: "measurements"})).cause, "layout")
  assert.equal(merge(change([], {cause: "scroll"}), change([], {cause: "updates"})).cause, "updates")
  assert.equal(merge(change([], {cause: "updates"}), change([], {cause: "scroll"})).cause, "updates")
})

test("an element of only one of the changes stays in place on screen in the other", () => {
  const goes = {key: 1, type: "delete", before: element(1, 0), initial: look(0), final: look(10)}
  const comes = {key: 2, type: "insert", after: element(2, 90), initial: look(190), final: look(190)}
  const {changes} = merge(change([goes], {from: 0, to: 30}), change([comes], {from: 30, to: 130}))
  // Seen from the content offset at the end, and from that at the beginning.
  assert.equal(changes.find(({key}) => key == 1).final.frame.y, 110)
  assert.equal(changes.find(({key}) => key == 2).initial.frame.y, 160)
})

test("the merged presence is that before both changes and after both", () => {
  const appears = {key: 1, type: "shift", presence: "appears", after: element(1, 0), initial: look(-50), final: look(0)}
  const disappears = {key: 2, type: "shift", presence: "disappears", before: element(2, 0), initial: look(0), final: look(900)}
  assert.equal(merge(change([appears]), change([moved(1, 0, 20)])).changes[0].presence, "appears")
  assert.equal(merge(change([moved(2, 30, 0)]), change([disappears])).changes[0].presence, "disappears")
})

test(`changes merged in any grouping lead from the first state to the last one (SEED=${seed})`, () => {
  const next = random(seed)
  for (let round = 0; round < 500; round++) {
    const states = [new Map(Array.from({length: 6}, (_, key) => [key, element(key, key * 50)]))]
    let fresh = 6
    const changes = Array.from({length: 4}, (_, index) => {
      const before = states.at(-1), after = new Map(before), list = []
      for (const [key, old] of before) {
        const kind = next()
        if (kind < 0.2) {
          after.delete(key)
          list.push({key, type: "delete", before: old, initial: look(0), final: look(0)})
        } else if (kind < 0.6) {
          after.set(key, element(key, next.between(0, 3) * 50))
          list.push(moved(key, old.frame.y, after.get(key).frame.y))
        }
      }
      if (next() < 0.7) {
        after.set(fresh, element(fresh, 0))
        list.push({key: fresh, type: "insert", after: after.get(fresh++), initial: look(0), final: look(0)})
      }
      states.push(after)
      return change(list, {version: index + 1})
    })
    const [a, b, c, d] = changes
    const whole = [merge(merge(merge(a, b), c), d), merge(merge(a, b), merge(c, d)), merge(a, merge(b, merge(c, d)))]
    for (const {changes: list, version} of whole) {
      const state = new Map(states[0])
      for (const {key, before, after} of list) {
        assert.deepEqual(state.get(key), before)
        if (after) state.set(key, after)
        else state.delete(key)
      }
      assert.deepEqual(state, states.at(-1))
      assert.equal(version, 4)
    }
  }
})
