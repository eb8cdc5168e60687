import assert from "node:assert/strict"
import { test } from "node:test"
import { Mirror } from "../../client/mirror/Mirror.js"
import "../../client/mirror/diffs.js"
import { restore, save } from "../../client/mirror/saved.js"

const frame = (y, height = 50) => ({x: 0, y, width: 100, height})
const cell = (item, y, id = `r${item}`, more = {}) => ({category: "cell", indexPath: [0, item], id, frame: frame(y), ...more})
const outcome = (appeared, more = {}) => ({
  fromVersion: 1, version: 1, contentSize: {width: 100, height: 1000}, bounds: frame(0, 200), window: frame(0, 200),
  appeared, disappeared: [], changed: [], prefetch: [], cancelPrefetch: [], itemCounts: [{section: 0, count: 20}], ...more,
})
const diff = (changes, more = {}) => ({
  fromVersion: 1, version: 2, cause: "updates", changes,
  contentSize: {from: {width: 100, height: 1000}, to: {width: 100, height: 1000}},
  contentOffset: {from: {x: 0, y: 0}, to: {x: 0, y: 0}}, contentOffsetAdjustment: {x: 0, y: 0},
  contentSizeAdjustment: {width: 0, height: 0}, ...more,
})
const shift = (from, to, y, id = `r${from}`, more = {}) => ({
  type: "shift", category: "cell", from: [0, from], to: [0, to], id,
  initial: {frame: frame(from * 50)}, final: {frame: frame(y)}, ...more,
})
const filled = (count = 4) => {
  const mirror = new Mirror()
  mirror.apply(outcome(Array.from({length: count}, (_, item) => cell(item, item * 50)), {resync: true}))
  return mirror
}
const keyOf = (mirror, id) => mirror.get(id).key

test("an element that pins says so, until its layout no longer pins it", () => {
  const mirror = filled(2), header = {category: "supplementary", kind: "header", indexPath: [0, 0], frame: frame(40)}
  const look = () => {
    const {pins, pinned} = mirror.element("supplementary", "header", [0, 0])
    return [pins, pinned]
  }
  mirror.apply(outcome([{...header, pins: "start"}]))
  assert.deepEqual(look(), ["start", undefined])
  mirror.apply(outcome([], {changed: [{...header, pins: "start", pinned: true}]}))
  assert.deepEqual(look(), ["start", true])
  mirror.apply(diff([{...header, type: "shift", from: [0, 0], to: [0, 0],
    initial: {frame: frame(40), pins: "start", pinned: true}, final: {frame: frame(40)}}]))
  assert.deepEqual(look(), [undefined, undefined])
})

test("elements that trade places keep their keys", () => {
  const mirror = filled(), keys = ["r0", "r1"].map(id => keyOf(mirror, id))
  mirror.apply(diff([shift(0, 1, 50), shift(1, 0, 0)]))
  assert.deepEqual(["r0", "r1"].map(id => keyOf(mirror, id)), keys)
  assert.deepEqual(mirror.element("cell", undefined, [0, 0]).id, "r1")
})

test("an item that gets another id keeps its key", () => {
  const mirror = filled(), key = keyOf(mirror, "r2")
  const {changes} = mirror.apply(diff([{...shift(2, 2, 100, "renamed"), type: "reload"}]))
  assert.equal(keyOf(mirror, "renamed"), key)
  assert.equal(mirror.get("r2"), undefined)
  assert.equal(changes[0].before.id, "r2")
})

test("an item that is deleted and inserted again under its id in one batch is another element", () => {
  const mirror = filled(), key = keyOf(mirror, "r1")
  mirror.apply(diff([
    {type: "delete", category: "cell", from: [0, 1], id: "r1", initial: {frame: frame(50)}, final: {frame: frame(50), alpha: 0}},
    {type: "insert", category: "cell", to: [0, 1], id: "r1", initial: {frame: frame(50), alpha: 0}, final: {frame: frame(50)}},
  ]))
  assert.notEqual(keyOf(mirror, "r1"), key)
  assert.equal(mirror.elements.size, 4)
})

test("elements that leave the window are gone, and elements that come into it are new", () => {
  const mirror = filled()
  const {changes} = mirror.apply(diff([
    shift(3, 4, 200, "r3", {presence: "disappears"}), shift(9, 3, 150, "r9", {presence: "appears"}),
  ]))
  assert.equal(mirror.get("r3"), undefined)
  assert.deepEqual(changes.map(({before, after}) => [before?.id, after?.id]), [["r3", undefined], [undefined, "r9"]])
})

test("a cell keeps its content until a diff describes its item again", () => {
  const mirror = new Mirror()
  mirror.apply(outcome([cell(0, 0, "r0", {template: "note", content: {text: "old"}})], {resync: true}))
  mirror.apply(outcome([], {changed: [cell(0, 10)]}))
  assert.deepEqual(mirror.get("r0").content, {text: "old"})
  mirror.apply(diff([shift(0, 0, 20)]))
  assert.deepEqual(mirror.get("r0").content, {text: "old"})
  mirror.apply(diff([{...shift(0, 0, 20), type: "reconfigure", template: "note", content: {text: "new"}}], {version: 3}))
  assert.deepEqual(mirror.get("r0").content, {text: "new"})
  mirror.apply(diff([{...shift(0, 0, 20), type: "reload"}], {version: 4}))
  assert.equal(mirror.get("r0").content, undefined)
})

test("an item that moves and is described anew has its new content, and one that only moves keeps its own", () => {
  const mirror = new Mirror(), note = text => ({template: "note", content: {text}})
  mirror.apply(outcome([0, 1, 2].map(item => cell(item, item * 50, `r${item}`, note("old"))), {resync: true}))
  const key = keyOf(mirror, "r0")
  const {changes} = mirror.apply(diff([
    {...shift(0, 2, 100), type: "move", reconfigured: true, ...note("new")}, {...shift(1, 0, 0), type: "move"}]))
  assert.deepEqual(["r0", "r1", "r2"].map(id => mirror.get(id).content.text), ["new", "old", "old"])
  assert.deepEqual([keyOf(mirror, "r0"), mirror.get("r0").indexPath], [key, [0, 2]])
  assert.deepEqual(changes.map(({type, reconfigured}) => [type, reconfigured]), [["move", true], ["move", undefined]])
  mirror.apply(diff([{...shift(2, 0, 0, "r0"), type: "move", reloaded: true}], {version: 3}))
  assert.equal(mirror.get("r0").content, undefined)
})

test("content without a template is any JSON, and kept as it is", () => {
  for (const content of [false, 0, "", null, [1, {a: null}], {text: "Hello"}]) {
    const mirror = new Mirror()
    mirror.apply(outcome([cell(0, 0, "r0", {content})], {resync: true}))
    assert.deepEqual([mirror.get("r0").content, mirror.get("r0").template], [content, undefined])
    mirror.apply(diff([shift(0, 0, 20)]))
    assert.deepEqual(mirror.get("r0").content, content)
  }
})

test("cells that move with another layout and have other content are reconfigured as well", () => {
  const mirror = new Mirror(), described = text => cell(0, 0, "r0", {content: {text}})
  mirror.apply(outcome([described("old"), cell(1, 50)], {resync: true}))
  const flights = type => diff([{...shift(0, 0, 20), type}, {...shift(1, 1, 70), type}])
  const after = {...described("new"), frame: frame(20)}, other = cell(1, 70)
  const types = type => {
    const saved = save(mirror)
    const {changes} = mirror.apply(outcome([after, other], {resync: true, diff: flights(type)}))
    restore(mirror, saved)
    return changes.map(({type, reconfigured}) => [type, reconfigured])
  }
  assert.deepEqual(types("shift"), [["reconfigure", undefined], ["shift", undefined]])
  assert.deepEqual(types("move"), [["move", true], ["move", undefined]])
})

test("after a resync elements keep their keys by id, or by index path where they have none, and changes are only differences", () => {
  const mirror = new Mirror(), header = {category: "supplementary", kind: "header", indexPath: [0, 0], frame: frame(0, 20)}
  mirror.apply(outcome([header, cell(0, 20), cell(1, 70), {...cell(2, 120), id: undefined}], {resync: true}))
  const keys = mirror.ordered().map(({key}) => key)
  const {changes, isReset} = mirror.apply(outcome(
    [header, cell(0, 20, "r1"), cell(1, 70, "r0"), {...cell(2, 120), id: "loaded"}], {resync: true}))
  assert(isReset)
  assert.deepEqual(mirror.ordered().map(({key}) => key), [keys[0], keys[2], keys[1], keys[3]])
  assert.deepEqual(changes.map(({key}) => key), [keys[1], keys[2], keys[3]])
  assert.deepEqual(mirror.apply(outcome([...mirror.elements.values()], {resync: true})).changes, [])
})

test("a resync with another content is a reconfiguration", () => {
  const mirror = new Mirror(), described = text => cell(0, 0, "r0", {template: "note", content: {text}})
  mirror.apply(outcome([described("old")], {resync: true}))
  const {changes} = mirror.apply(outcome([described("new")], {resync: true}))
  assert.deepEqual(changes.map(({type}) => type), ["reconfigure"])
})

test("elements are read section by section: header, background, items with their badges, footer", () => {
  const mirror = new Mirror()
  const view = (category, kind, indexPath) => ({category, kind, indexPath, frame: frame(0)})
  mirror.apply({version: 1, contentSize: {width: 1, height: 1}, attributes: [
    view("supplementary", "tableFooter", [0, 0]), view("supplementary", "footer", [0, 0]), cell(1, 0), cell(0, 0),
    view("supplementary", "badge", [0, 0]), view("decoration", "separator", [0, 0]), view("supplementary", "header", [1, 0]),
    view("supplementary", "header", [0, 0]), view("decoration", "background", [0, 0]), cell(10, 0),
    {...cell(0, 0, "other"), indexPath: [1, 0]}, view("supplementary", "tableHeader", [0, 0]),
  ]})
  assert.deepEqual(mirror.ordered().map(({kind, indexPath}) => `${kind ?? "cell"} ${indexPath}`), [
    "tableHeader 0,0", "background 0,0", "header 0,0", "cell 0,0", "badge 0,0", "separator 0,0", "cell 0,1", "cell 0,10",
    "footer 0,0", "header 1,0", "cell 1,0", "tableFooter 0,0"])
})

test("at() returns the elements that share more than an edge with a rect", () => {
  const ids = rect => filled().at(rect).map(({id}) => id)
  assert.deepEqual(ids({x: 0, y: 50, width: 100, height: 50}), ["r1"])
  assert.deepEqual(ids({x: 0, y: 49, width: 100, height: 52}), ["r0", "r1", "r2"])
  assert.deepEqual(ids({x: 100, y: 0, width: 50, height: 500}), [])
})

test("elements are frozen and replaced, and an unchanged element stays the same object", () => {
  const mirror = filled(), [first, second] = mirror.ordered()
  mirror.apply(diff([shift(1, 1, 55)]))
  assert(Object.isFrozen(first))
  assert.equal(mirror.get("r0"), first)
  assert.notEqual(mirror.get("r1"), second)
})

test("a saved state is restored exactly, with its keys", () => {
  const mirror = filled(), saved = save(mirror), before = mirror.ordered(), {version} = mirror
  mirror.apply(diff([
    shift(0, 1, 50), shift(1, 0, 0), {type: "delete", category: "cell", from: [0, 2], id: "r2", initial: {}, final: {}},
    {type: "insert", category: "cell", to: [0, 2], id: "new", initial: {frame: frame(0)}, final: {frame: frame(100)}},
  ], {contentOffset: {from: {x: 0, y: 0}, to: {x: 0, y: 70}}, contentOffsetAdjustment: {x: 0, y: 70}}))
  const {changes, adjustment} = restore(mirror, saved)
  assert.deepEqual(mirror.ordered(), before)
  assert.equal(mirror.version, version)
  assert.equal(mirror.get("r2"), before[2])
  assert.equal(mirror.get("new"), undefined)
  assert.equal(mirror.element("cell", undefined, [0, 0]), before[0])
  assert.deepEqual(adjustment, {x: 0, y: -70})
  assert.equal(changes.length, 4)
})

test("an inserted item takes the key that is reserved for its id, once", () => {
  const mirror = filled()
  mirror.reserved.set("new", 123456)
  mirror.apply(diff([{type: "insert", category: "cell", to: [0, 9], id: "new", initial: {}, final: {frame: frame(450)}}]))
  assert.equal(keyOf(mirror, "new"), 123456)
  assert.equal(mirror.reserved.size, 0)
})

test("a diff that the mirror cannot place does not change its elements", () => {
  const mirror = filled()
  mirror.apply(diff([
    {type: "delete", category: "cell", from: [7, 7], id: "nobody", initial: {}, final: {}},
    {...shift(70, 71, 5000, "far"), presence: "disappears"},
  ]))
  assert.deepEqual(mirror.ordered().map(({id}) => id), ["r0", "r1", "r2", "r3"])
})

test("an outcome that removes an element that is not there does no harm", () => {
  const mirror = filled()
  const {changes} = mirror.apply(outcome([], {disappeared: [{category: "cell", indexPath: [5, 5]}]}))
  assert.deepEqual(changes, [])
})

test("ids that are names of object members are ids", () => {
  const mirror = new Mirror()
  mirror.apply(outcome([cell(0, 0, "__proto__"), cell(1, 50, "constructor"), cell(2, 100, "0")], {resync: true}))
  for (const id of ["__proto__", "constructor", "0"]) assert.equal(mirror.get(id).id, id)
  assert.equal(mirror.get("toString"), undefined)
})

test("the window moves with the content offset of a diff", () => {
  const mirror = filled()
  mirror.apply(diff([], {contentOffset: {from: {x: 0, y: 0}, to: {x: 0, y: 60}}}))
  assert.deepEqual([mirror.bounds, mirror.window], [frame(60, 200), frame(60, 200)])
})

test("a diff says how many items there are, and where the elements that stay as they are pin", () => {
  const mirror = filled(2), header = {category: "supplementary", kind: "header", indexPath: [0, 0]}
  const range = {...header, least: 0, most: 950}
  mirror.apply(outcome([{...header, frame: frame(0), pins: "start"}], {itemsBehind: 12, pinRanges: [range]}))
  const {key} = mirror.element("supplementary", "header", [0, 0])
  assert.deepEqual([mirror.itemCounts.get(0), mirror.itemsBehind, mirror.pinRanges.get(key)], [20, 12, [0, 950]])
  mirror.apply(diff([], {itemCounts: [{section: 0, count: 19}, {section: 1, count: 3}], itemsBehind: 9,
    pinRanges: [{...range, most: 900}]}))
  assert.deepEqual([[...mirror.itemCounts], mirror.itemsBehind, mirror.pinRanges.get(key)], [[[0, 19], [1, 3]], 9, [0, 900]])
  mirror.apply(diff([], {itemCounts: [{section: 0, count: 19}]}))
  assert.deepEqual([mirror.itemsBehind, mirror.pinRanges.size], [0, 0])
})

test("a cell that is put down replaces no other cell, also after insertions by others", () => {
  const mirror = filled(3), held = {...cell(1, 80), zIndex: 9}
  mirror.apply(diff([], {version: 1, item: held}))
  const insertion = {type: "insert", category: "cell", to: [0, 0], id: "new", initial: {}, final: {frame: frame(0)}}
  mirror.apply(diff([insertion, shift(0, 1, 50), shift(2, 3, 150)]))
  assert.equal(mirror.held, keyOf(mirror, "r1"))
  mirror.apply(diff([{...shift(2, 2, 100, "r1"), type: "move"}], {version: 3}))
  assert.equal(mirror.held, undefined)
  assert.deepEqual([0, 1, 2, 3].map(item => mirror.element("cell", undefined, [0, item])?.id), ["new", "r0", "r1", "r2"])
})

test("a cell keeps its place in an outline, and shows something else when it expands or gets another level", () => {
  const mirror = new Mirror(), outline = {level: 0, isExpanded: false}
  mirror.apply(outcome([cell(0, 0, "a", outline), cell(1, 50, "b", {level: 0})], {resync: true}))
  const place = id => [mirror.get(id).level, mirror.get(id).isExpanded]
  assert.deepEqual([place("a"), place("b")], [[0, false], [0, undefined]])
  const expansion = {...shift(0, 0, 0, "a"), type: "reconfigure", level: 0, isExpanded: true}
  const child = {type: "insert", category: "cell", to: [0, 1], id: "c", level: 1, initial: {frame: frame(50)}, final: {frame: frame(50)}}
  // A response has the level of a row that moves too; its cell stays as it is.
  const {changes} = mirror.apply(diff([expansion, child, shift(1, 2, 100, "b", {level: 0})]))
  assert.deepEqual([place("a"), place("c"), place("b")], [[0, true], [1, undefined], [0, undefined]])
  assert.deepEqual(changes.map(({type, before, after}) => [type, before?.isExpanded, after.isExpanded]),
    [["reconfigure", false, true], ["insert", undefined, undefined], ["shift", undefined, undefined]])
  // b becomes a parent, under a.
  const down = {...shift(2, 2, 100, "b"), type: "move", reconfigured: true, level: 1, isExpanded: false}
  mirror.apply(diff([down]))
  assert.deepEqual(place("b"), [1, false])
  // Attributes that are read anew say the same by themselves.
  const {changes: [other]} = mirror.apply(outcome([
    cell(0, 0, "a", {level: 0, isExpanded: false}), cell(1, 50, "c", {level: 1}), cell(2, 100, "b", {level: 1, isExpanded: false}),
  ], {resync: true}))
  assert.deepEqual([other.type, other.key, other.after.isExpanded], ["reconfigure", keyOf(mirror, "a"), false])
})
