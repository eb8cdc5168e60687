import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { guess } from "../../client/guesses/guess.js"
import { Mirror } from "../../client/mirror/Mirror.js"
import { restore, save } from "../../client/mirror/saved.js"
import { random, seed } from "../support/random.js"
import { startService } from "../support/service.js"

// Compares the guesses of the page with the diffs of the service: every change that a guess shows must come true.

let service, number = 0
before(async () => { service = await startService() })
after(() => service.stop())

const ids = (count, prefix = "r") => Array.from({length: count}, (_, index) => ({id: `${prefix}${index}`}))

/** A collection of rows and a mirror of its viewport, which is scrolled to `y`. */
async function open({layout = {kind: "list", rowHeight: 44}, sections = [{id: "s", items: ids(30)}], y = 0, insets} = {}) {
  const path = `/v1/collections/c${++number}`, container = {width: 320, height: 200, insets}
  const made = await service.ask("POST", "/v1/collections", {id: `c${number}`, container, layout, sections})
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const mirror = new Mirror()
  const moved = await service.ask("PUT", `${path}/viewports/v`,
    {container, bounds: [0, y, 320, 200], overscan: {top: 100, left: 100, bottom: 200, right: 300}, resync: true})
  assert.equal(moved.status, 201, JSON.stringify(moved.body))
  mirror.apply(moved.body)
  return {
    mirror, policy: {container},
    async send(updates) {
      const {status, body} = await service.ask("POST", `${path}/updates?viewport=v`, {updates})
      assert.equal(status, 200, JSON.stringify(body))
      return body
    },
  }
}

/** Each element's frame in a mirror by its id or index path, without those that an edge of the viewport holds. */
const shown = mirror => new Map(mirror.ordered().filter(({pinned}) => !pinned)
  .map(({category, kind, indexPath, id, frame}) => [id ?? `${category} ${kind} ${indexPath}`, {indexPath, frame}]))

/** Guesses, compares with the truth, and returns the ids that the guess has changed. */
/** The numbers of items, and where elements pin, by their names. */
const factsOf = ({itemCounts, pinRanges, elements}) => new Map([
  ...[...itemCounts].map(([section, count]) => [`section ${section}`, count]),
  ...[...pinRanges].map(([key, range]) => [`${elements.get(key).kind} ${elements.get(key).indexPath}`, range]),
])

async function holds({mirror, policy, send}, updates) {
  const saved = save(mirror), offset = mirror.bounds, diff = guess(mirror, updates, policy)
  const change = diff && mirror.apply(diff)
  const guessed = shown(mirror), at = {...mirror.bounds}, size = mirror.contentSize, facts = factsOf(mirror)
  restore(mirror, saved)
  assert.equal(mirror.bounds.y, offset.y)
  mirror.apply(await send(updates))
  const truth = shown(mirror)
  let compared = 0
  for (const [name, element] of guessed) {
    if (truth.has(name)) compared++, assert.deepEqual(element, truth.get(name), `${name} of ${JSON.stringify(updates)}`)
  }
  assert.ok(compared > 0)
  assert.deepEqual(at, mirror.bounds, "the content offset")
  assert.deepEqual(size, mirror.contentSize, "the size of the content")
  // The window of the service may have other sections by then.
  for (const [name, fact] of facts) if (factsOf(mirror).has(name)) assert.deepEqual(fact, factsOf(mirror).get(name), name)
  return change?.changes.map(({after, before}) => (after ?? before).id) ?? []
}

test("rows behind a deleted one close up as in the diff of the service", async () => {
  const list = await open()
  const changed = await holds(list, [{op: "deleteItems", ids: ["r2"]}])
  assert.deepEqual(changed.slice(0, 3), ["r2", "r3", "r4"])
})

test("a row deleted at the upper edge of a scrolled list lets the rows above it come down", async () => {
  const list = await open({y: 450})
  await holds(list, [{op: "deleteItems", ids: ["r10"]}])
  await holds(list, [{op: "deleteItems", ids: ["r11", "r13"]}])
  await holds(list, [{op: "deleteItems", ids: ["r9"]}])
})

test("a row behind an inset does not stay in place, and the ends of the content are those of the insets", async () => {
  const insets = {top: 60, bottom: 40}
  // The rows are 44 high: r10 ends at 484, and the inset at 500.
  await holds(await open({insets, y: 440}), [{op: "insertItems", after: "r10", items: [{id: "n"}]}])
  for (const y of [-60, -20]) await holds(await open({insets, y}), [{op: "insertItems", before: "r0", items: [{id: "n"}]}])
  // 30 rows end at 1320, and the inset behind them at 1360.
  await holds(await open({insets, y: 1160}), [{op: "deleteItems", ids: ["r29"]}])
})

test("a row deleted by its index path is the one there before the batch", async () => {
  const list = await open()
  await holds(list, [{op: "deleteItems", at: [[0, 1], [0, 3]]}])
})

test("the first row that is seen lets others go on without it, and one behind a pinned header is not seen", async () => {
  const list = await open({y: 450})
  await holds(list, [{op: "moveItem", id: "r10", after: "r12"}])
  const layout = {kind: "list", rowHeight: 44, sectionHeaderHeight: 30}
  // The header covers 450 to 480: r10, from 470, is the first row that is seen, and r9 is behind the header.
  const pinned = await open({layout, y: 450})
  assert.ok(pinned.mirror.ordered().some(({pinned}) => pinned))
  await holds(pinned, [{op: "deleteItems", ids: ["r9"]}])
  await holds(pinned, [{op: "insertItems", after: "r8", items: [{id: "n"}]}])
})

test("at an end that the viewport follows, a guess stays there", async () => {
  const {mirror} = await open({y: 30 * 44 - 200}), items = [{id: "n"}], last = 31 * 44 - 200
  const at = (policy, updates = [{op: "moveItem", id: "r26", before: "r25"}, {op: "deleteItems", ids: ["r27"]}]) =>
    guess(mirror, updates, policy).contentOffset.to.y
  assert.equal(at({follow: "end"}), 29 * 44 - 200)
  assert.equal(at({follow: "end"}, [{op: "insertItems", before: "r29", items}]), last)
  assert.equal(at(undefined, [{op: "insertItems", before: "r29", items}]), 30 * 44 - 200)
  const start = (await open()).mirror, insertion = [{op: "insertItems", before: "r0", items}]
  assert.equal(guess(start, insertion).contentOffset.to.y, 0)
  assert.equal(guess(start, insertion, {follow: "none"}).contentOffset.to.y, 44)
})

test("a guess of content that is shorter than the viewport is aligned as the viewport is", async () => {
  const {mirror} = await open({sections: [{id: "s", items: ids(2)}]}), items = [{id: "n"}]
  const to = contentAlignment => guess(mirror, [{op: "insertItems", before: "r1", items}], {contentAlignment}).contentOffset.to.y
  assert.deepEqual([to("start"), to("center"), to("end")], [0, (3 * 44 - 200) / 2, 3 * 44 - 200])
})

test("a row moves in front of another one, behind it, and to an index path", async () => {
  const list = await open()
  await holds(list, [{op: "moveItem", id: "r1", before: "r4"}])
  await holds(list, [{op: "moveItem", id: "r0", after: "r3"}])
  await holds(list, [{op: "moveItem", from: [0, 4], to: [0, 0]}])
  await holds(list, [{op: "moveItem", id: "r1", to: [0, 3]}])
})

test("a row moves among rows of other heights, and into another section", async () => {
  const items = ids(12).map((item, index) => ({...item, size: [320, 20 + 7 * index]}))
  const list = await open({
    layout: {kind: "list", sectionHeaderHeight: 28, sectionFooterHeight: 12, rowHeight: 44},
    sections: [{id: "a", items: items.slice(0, 4)}, {id: "b", items: items.slice(4)}],
  })
  await holds(list, [{op: "moveItem", id: "r0", after: "r2"}])
  await holds(list, [{op: "moveItem", id: "r1", before: "r5"}])
  await holds(list, [{op: "deleteItems", ids: ["r4"]}])
})

test("a new row is shown where its size is known", async () => {
  const list = await open()
  assert.ok((await holds(list, [{op: "insertItems", before: "r2", items: [{id: "n1"}]}])).includes("n1"))
  assert.ok((await holds(list, [{op: "insertItems", after: "r3", items: ids(3, "m")}])).includes("m2"))
  assert.ok((await holds(list, [{op: "insertItems", at: [[0, 0]], items: [{id: "k", size: [320, 71]}]}])).includes("k"))
})

test("a new row of unknown height is not shown, and nothing moves", async () => {
  const {mirror} = await open({layout: {kind: "list", rowHeight: "automatic"}})
  assert.equal(guess(mirror, [{op: "insertItems", before: "r2", items: [{id: "n"}]}]), undefined)
})

test("nothing closes up in a batch whose effect is known in part", async () => {
  const {mirror} = await open({layout: {kind: "list", rowHeight: "automatic"}})
  for (const other of [
    {op: "insertItems", before: "r5", items: [{id: "n"}]}, {op: "deleteSections", ids: ["s"]},
    {op: "reloadItems", ids: ["r1"]},
  ]) {
    const diff = guess(mirror, [{op: "deleteItems", ids: ["r2"]}, other])
    assert.deepEqual(diff.changes.map(({type, id}) => [type, id]), [["delete", "r2"]])
  }
})

test("a row that moves out of the rows that the page has stays where it is", async () => {
  const {mirror} = await open()
  assert.equal(guess(mirror, [{op: "moveItem", id: "r2", after: "r29"}]), undefined)
  assert.equal(guess(mirror, [{op: "moveItem", id: "r29", after: "r1"}]), undefined)
  assert.equal(guess(mirror, [{op: "deleteItems", ids: ["r29", "nobody"]}]), undefined)
})

test("in a grid deleted cells fade, and nothing else moves", async () => {
  const {mirror} = await open({layout: {kind: "grid", columns: 3, rowHeight: 60}})
  const diff = guess(mirror, [{op: "deleteItems", ids: ["r4"]}, {op: "moveItem", id: "r1", before: "r0"},
    {op: "insertItems", before: "r0", items: [{id: "n"}]}])
  assert.deepEqual(diff.changes.map(({type, id}) => [type, id]), [["delete", "r4"]])
  assert.equal(diff.changes[0].final.alpha, 0)
})

test("a reconfigured cell shows its new content at once", async () => {
  const {mirror} = await open({layout: {kind: "grid", columns: 3, rowHeight: 60}})
  const frame = mirror.get("r4").frame
  const items = [{id: "r4", content: {title: "Other"}}]
  const change = mirror.apply(guess(mirror, [{op: "reconfigureItems", ids: ["r4"], items}]))
  assert.deepEqual(change.changes.map(({type}) => type), ["reconfigure"])
  assert.deepEqual(mirror.get("r4").content, {title: "Other"})
  assert.deepEqual(mirror.get("r4").frame, frame)
})

test("a row that moves and is reconfigured shows its new content in its new place at once", async () => {
  const {mirror} = await open(), saved = save(mirror)
  const items = [{id: "r1", content: {title: "Other"}}]
  const updates = [{op: "reconfigureItems", ids: ["r1"], items}, {op: "moveItem", id: "r1", after: "r3"}]
  for (const batch of [updates, updates.toReversed()]) {
    const {changes} = mirror.apply(guess(mirror, batch))
    assert.deepEqual(changes.filter(({reconfigured}) => reconfigured).map(({type, after: {id}}) => [type, id]), [["move", "r1"]])
    assert.deepEqual([mirror.get("r1").content, mirror.get("r1").indexPath], [{title: "Other"}, [0, 3]])
    assert.equal(mirror.get("r2").content, undefined)
    restore(mirror, saved)
  }
})

test("several operations of one batch", async () => {
  const list = await open({y: 60})
  await holds(list, [{op: "deleteItems", ids: ["r1", "r4"]}, {op: "moveItem", id: "r6", before: "r2"},
    {op: "insertItems", after: "r3", items: [{id: "n"}]}])
  await holds(list, [{op: "insertItems", before: "r5", items: [{id: "m"}]}, {op: "moveItem", id: "r3", before: "m"}])
})

test("a header that is pinned stays, and a separator moves with its row", async () => {
  const list = await open({
    layout: {kind: "list", rowHeight: 44, sectionHeaderHeight: 28, separator: {}},
    sections: [{id: "a", items: ids(4, "a")}, {id: "b", items: ids(20, "b")}], y: 40,
  })
  await holds(list, [{op: "deleteItems", ids: ["a2"]}])
  await holds(list, [{op: "deleteItems", ids: ["a3"]}])
})

test("a header pins whatever its z-index, and a footer in front of everything need not", async () => {
  const {mirror, send} = await open({
    layout: {kind: "compositional", sections: [{group: {size: {height: 40}, items: [{}]}, boundarySupplementaryItems: [
      {kind: "header", size: {height: 24}, pinToVisibleBounds: true, zIndex: 3},
      {kind: "footer", size: {height: 30}, alignment: "bottom", zIndex: 20},
    ]}]},
    sections: [{id: "s", items: ids(12)}], y: 330,
  })
  const look = kind => {
    const {frame, zIndex, pins, pinned} = mirror.element("supplementary", kind, [0, 0])
    return [frame.y, zIndex, pins, pinned]
  }
  assert.deepEqual([look("header"), look("footer")], [[330, 3, "start", true], [504, 20, undefined, undefined]])
  const updates = [{op: "deleteItems", ids: ["r9"]}], saved = save(mirror)
  mirror.apply(guess(mirror, updates))
  const guessed = [look("header"), look("footer")]
  restore(mirror, saved)
  mirror.apply(await send(updates))
  assert.deepEqual([look("header"), look("footer")], [[294, 3, "start", true], [464, 20, undefined, undefined]])
  assert.deepEqual(guessed, [look("header"), look("footer")])
})

test("headers of empty sections and the footer of the table move with the rows in front of them", async () => {
  const list = await open({
    layout: {kind: "list", rowHeight: 20, sectionHeaderHeight: 16, style: "grouped", tableHeader: [320, 24], tableFooter: [320, 18]},
    sections: [{id: "a", items: ids(3, "a")}, {id: "b", items: []}, {id: "c", items: ids(3, "c")}, {id: "d", items: []}],
  })
  await holds(list, [{op: "deleteItems", ids: ["a1"]}])
  await holds(list, [{op: "insertItems", after: "c1", items: ids(2, "n")}])
  await holds(list, [{op: "moveItem", id: "a0", after: "c2"}])
  await holds(list, [{op: "deleteItems", ids: ["a2"]}])
})

test("the cells of a horizontal list close up sideways", async () => {
  const list = await open({
    layout: {kind: "flow", scrollDirection: "horizontal", itemSize: [70, 200], minimumLineSpacing: 5, minimumInteritemSpacing: 5},
  })
  assert.ok((await holds(list, [{op: "deleteItems", ids: ["r1"]}])).includes("r2"))
  await holds(list, [{op: "moveItem", id: "r0", after: "r2"}])
})

test("a section that becomes empty has no space between rows left", async () => {
  const list = await open({
    layout: {kind: "list", rowHeight: 20, rowSpacing: 6, sectionHeaderHeight: 16},
    sections: [{id: "a", items: ids(2, "a")}, {id: "b", items: ids(9, "b")}],
  })
  await holds(list, [{op: "deleteItems", ids: ["a0", "a1"]}])
})

test("the background of a section grows and shrinks with its rows", async () => {
  const size = {width: {fractionalWidth: 1}, height: {absolute: 30}}
  const section = {group: {axis: "vertical", size, items: [{size}]}, interGroupSpacing: 4, contentInsets: [10, 10, 10, 10],
    decorationItems: [{kind: "background"}]}
  const list = await open({
    layout: {kind: "compositional", sections: [section, section]},
    sections: [{id: "a", items: ids(3, "a")}, {id: "b", items: ids(3, "b")}],
  })
  assert.ok(list.mirror.ordered().some(({category}) => category == "decoration"))
  await holds(list, [{op: "deleteItems", ids: ["a1"]}])
  await holds(list, [{op: "moveItem", id: "b0", after: "a0"}])
})

test("two hundred random batches come true", async () => {
  console.log(`SEED=${seed}`)
  const next = random(), pick = next.of, integer = count => next.between(0, count - 1)
  for (let round = 0; round < 20; round++) {
    const items = ids(25).map(item => round % 2 ? {...item, size: [320, 20 + integer(8) * 9]} : item)
    const list = await open({
      layout: {kind: "list", rowHeight: 44, style: pick(["plain", "grouped", "insetGrouped"]), rowSpacing: integer(2) * 6,
        sectionHeaderHeight: integer(2) * 30, ...integer(2) && {separator: [0, 12, 0, 0]}},
      sections: [{id: "a", items: items.slice(0, 6)}, {id: "b", items: items.slice(6)}], y: integer(4) * 90,
    })
    for (let step = 0; step < 10; step++) {
      const known = list.mirror.ordered().filter(({category}) => category == "cell").map(({id}) => id)
      if (known.length < 6) break
      const used = new Set(), take = () => {
        const id = pick(known.filter(each => !used.has(each)))
        used.add(id)
        return id
      }
      const batch = Array.from({length: 1 + integer(3)}, (_, index) => pick([
        () => ({op: "deleteItems", ids: [take()]}),
        () => ({op: "moveItem", id: take(), [pick(["before", "after"])]: take()}),
        () => ({op: "insertItems", [pick(["before", "after"])]: take(),
          items: [{id: `n${round}-${step}-${index}`, size: [320, 20 + integer(5) * 13]}]}),
      ])())
      await holds(list, batch)
    }
  }
})
