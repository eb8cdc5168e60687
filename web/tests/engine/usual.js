// The usual actions of pages with a collection of one of the common kinds of layouts: they scroll, measure, turn, and
// insert, delete, move and reload items and sections. The first part of the module has the functions that this calls,
// as `tools/task page-parts` finds, so a kind of change that is added here makes it larger. parts.test.js and
// beginning.test.js show that pages need no more.

import { EngineService } from "../../client/engine/EngineService.js"
import { PageReplica } from "../../client/engine/PageReplica.js"
import { random } from "../support/random.js"
import { eventually } from "../support/wait.js"
import { isQuiet, rows as plainRows, updates } from "../view/stage.js"
import { section } from "./layouts.js"

export const commonKinds = ["list", "flow", "grid"]

const height = 844, container = {width: 390, height, scale: 2, layoutDirection: "leftToRight"}
const overscan = {top: 400, bottom: 800, left: 0, right: 0}
const size = next => [60 + next() * 60, 30 + next() * 60]
const templates = {row: {sizeThatFits: {text: {textStyle: "body"}, insets: [8, 16, 8, 16]}}}

/** Rows as most collections have them: with ids, and with sizes, estimates, sizes that pages measure, or texts. */
function rows(next, name, way) {
  const ways = [
    () => ({}), () => ({size: size(next)}), () => ({estimatedSize: size(next)}), () => ({size: [100, 50]}),
    () => ({aspectRatio: 0.5 + next()}), () => ({template: "row", content: `A text of ${next.between(1, 60)} words`.repeat(next.between(1, 9))}),
  ]
  return Array.from({length: 40}, (_, row) => ({id: `${name} ${row}`, ...ways[way % ways.length]()}))
}

const supplementary = (next, way) => [{size: size(next)}, {estimatedSize: size(next)}, {template: "row", content: "A header"}][way % 3]

/** Layouts of a kind as most collections have them. */
const plainLayouts = {
  list: [{}, {rowHeight: "automatic", style: "insetGrouped"}, {rowHeight: 44, style: "grouped", separator: [0, 16, 0, 0]},
    {rowHeight: "automatic", estimatedRowHeight: 60}],
  flow: [{}, {itemSize: [80, 60], minimumLineSpacing: 8, sectionHeadersPinToVisibleBounds: true},
    {estimatedItemSize: "automatic"}, {itemSize: [80, 60], scrollDirection: "horizontal"}],
  grid: [{columns: 3}, {columns: {minimumWidth: 100}, columnSpacing: 8, rowSpacing: 8, aspectRatio: 1}],
}

/**
 * Follows a collection through all sorts of changes, of the page and of others, with scrolling, rotation and measuring.
 *
 * @param {{tessera: Tessera, engine: import("../../client/engine/Engine.js").Engine, kind: string, seed: number}} use
 * @returns {Promise<PageReplica>} The replica, which is open.
 */
export async function useAsUsual({tessera, engine, kind, seed}) {
  const next = random(seed * 10 + commonKinds.indexOf(kind)), id = `usual-${kind}-${seed}`
  const isRandom = seed % 4 == 3, plain = plainLayouts[kind][seed % plainLayouts[kind].length]
  const sections = [0, 1].map(number => ({
    id: `part ${number}`, header: supplementary(next, seed), ...number && {footer: supplementary(next, seed + 1)},
    items: rows(next, `row ${number}`, seed),
  }))
  if (isRandom) sections.push({itemCount: 100}, section(next, kind))
  await tessera.create({id, container, templates, layout: {kind, ...plain}, sections, bounds: [0, 0, 390, height]})
  const theirs = tessera.collection(id), replica = await PageReplica.open(theirs, {engine})
  const follow = async () => {
    const {version} = await theirs.describe()
    await eventually(() => replica.version >= version && !replica.pending, {what: () => `version ${version} did not come`})
  }
  const mine = openScreen(replica)
  await mine.show()

  let added = 0
  const item = () => ({...rows(next, "", ++added)[0], id: `new ${added}`})
  /** The id of a cell near the beginning, by its number among those that have one. */
  const cell = async number => {
    const {attributes} = await theirs.attributes({rect: [0, 0, 390, 4000]})
    return attributes.filter(({id, category}) => id && category == "cell")[number].id
  }
  const changes = [
    of => of.update([{op: "insertItems", at: [[0, 0]], items: [item()]}]),
    async of => of.update([{op: "deleteItems", ids: [await cell(2)]}]),
    async of => of.update([{op: "moveItem", id: await cell(1), to: [0, 5]}]),
    async of => of.update([{op: "reloadItems", ids: [await cell(3)]}]),
    async of => of.update([{op: "reconfigureItems", ids: [await cell(1)]}]),
    async of => of.update([{op: "reloadItems", ids: [await cell(1)], items: [{...item(), id: await cell(1)}]}]),
    of => of.update([{op: "insertSections", at: [0], sections: [{id: `more ${added++}`, items: [item(), item()]}]}]),
    of => of.update([{op: "moveSection", from: 0, to: 1}]),
    of => of.update([{op: "reloadSections", at: [0], sections: [{id: `again ${added++}`, items: [item(), item()]}]}]),
    of => of.update([{op: "deleteSections", at: [0]}]),
    async of => of.update([
      {op: "deleteItems", ids: [await cell(0)]}, {op: "insertItems", at: [[0, 0], [0, 1]], items: [item(), item()]},
    ]),
    async of => of.measure([{id: await cell(0), size: size(next)}, {id: await cell(1), size: size(next)}]),
    async of => of.measure([{kind: "header", section: 0, size: size(next)}]),
  ]
  for (const make of changes) {
    for (const of of [mine, theirs]) {
      await make(of)
      await follow()
    }
    // As a view scrolls, with the row that is to stay where it is: fast, and at rest.
    for (const velocity of [next.between(-2000, 2000), 0]) {
      await mine.show({bounds: [0, next.between(0, 3000), 390, height], velocity: [0, velocity], anchor: {id: await cell(3)}})
      await follow()
    }
    await replica.collection.attributes({rect: [0, 0, 390, height], viewport: "view"})
  }
  // Changes of items of the page that the service orders after those of others, most of the time.
  for (const make of changes.slice(0, 6)) {
    await Promise.all([theirs.update([{op: "insertItems", at: [[1, 0]], items: [item()]}]), make(mine)])
    await follow()
  }
  // Rotation, and the jump to an element.
  for (const more of [{container: {width: 844, height: 390, scale: 2}, bounds: [0, 100, 844, 390]},
    {container, bounds: [0, 0, 390, height]}, {scrollTo: {id: await cell(3), position: "top"}}]) {
    await mine.show(more)
    await follow()
  }
  // Rows that are measured while they are scrolled.
  for (let measured = 0; measured < 3; measured++) {
    await mine.show({bounds: [0, 50 * measured, 390, height], measurements: [{id: await cell(measured), size: size(next)}]})
    await follow()
  }
  mine.close()

  // A collection of rows without ids, by their number.
  const counted = `counted-${kind}-${seed}`
  await tessera.create({id: counted, container, layout: {kind, ...plain}, sections: [{itemCount: 10 ** (seed % 6)}]})
  const many = await PageReplica.open(tessera.collection(counted), {engine}), screen = openScreen(many)
  for (let page = 0; page < 40; page++) await screen.show({bounds: [0, 400 * page, 390, height], velocity: [0, 50 * page]})
  for (const of of [screen, tessera.collection(counted)]) {
    await of.update([{op: "insertItems", at: [[0, 0]], items: [{}]}])
    await eventually(() => !many.pending, {what: "a row was not inserted"})
  }
  screen.close()
  many.close()

  // A few rows, of which the first that is seen goes, in views without a policy and with one.
  const few = `few-${kind}-${seed}`, short = ["a", "b", "c", "d"].map(id => ({id}))
  await tessera.create({id: few, container, layout: {kind, ...plain}, sections: [{id: "s", items: short}]})
  const small = await PageReplica.open(tessera.collection(few), {engine}), view = openScreen(small)
  await view.show()
  for (const update of [
    {op: "deleteItems", ids: ["a"]}, {op: "moveItem", id: "b", to: [0, 2]}, {op: "reconfigureItems", ids: ["c"]},
    {op: "insertItems", at: [[0, 0]], items: [{id: "e"}]}, {op: "deleteItems", ids: ["c", "b"]},
  ]) {
    await view.update([update])
    await eventually(() => !small.pending, {what: "a change of a few rows was not made"})
    await view.show(update.op == "moveItem" ? {follow: "end", contentAlignment: "end"} : {})
  }
  view.close()
  small.close()
  return replica
}

/** Opens a session as a view does, which follows its deltas, and changes the collection. */
function openScreen(replica) {
  const state = {container, overscan, bounds: [0, 0, 390, height], isNeeded: false}
  const session = new EngineService(replica).open({name: "view", include: "content"}, {
    place: () => ({
      ...state,
      accepted: () => Object.assign(state, {isNeeded: false, measurements: undefined, scrollTo: undefined, anchor: undefined}),
    }),
    delta: ({adjustment: {x, y}}) => { state.bounds = state.bounds.map((number, index) => number + [x, y, 0, 0][index]) },
  })
  const show = async more => {
    Object.assign(state, more, {isNeeded: true})
    session.request()
    await eventually(() => !state.isNeeded, {what: "the session did not move"})
  }
  return {show, update: list => session.change(list), measure: measurements => show({measurements}), close: () => session.close()}
}

const some = name => [
  {items: plainRows(500, name), header: {size: [400, 30]}}, {items: plainRows(20_000, `more ${name}`), footer: {size: [400, 30]}},
]
const views = {
  "list of rows that the page measures": {layout: {kind: "list", rowHeight: "automatic"}, sections: some("m"), options: {measure: "dom"}},
  "list of rows that are alike": {layout: {kind: "list", rowHeight: 44}, sections: [{items: plainRows(20_000)}]},
  "list of a million rows": {layout: {kind: "list", rowHeight: 44}, sections: [{itemCount: 1_000_000}]},
  flow: {layout: {kind: "flow", itemSize: [90, 60]}, sections: some("m")},
  grid: {layout: {kind: "grid", columns: 3, rowHeight: 80}, sections: some("m")},
}
export const viewNames = Object.keys(views)

/**
 * Opens a page with a view, scrolls it slowly and fast, and changes its collection, from the page and from elsewhere.
 *
 * @returns {Promise<Page>}
 */
export async function viewAsUsual(stage, name) {
  const id = `viewed-${viewNames.indexOf(name)}`, {layout, sections, options} = views[name], {service} = stage
  await stage.create(id, layout, sections)
  const page = await stage.show(id, {engine: "page", ...options})
  const insert = name => ({op: "insertItems", at: [[0, 2]], items: [{id: name}]})
  const version = async () => (await service.ask("GET", `/v1/collections/${id}`)).body.version
  const settle = async () => {
    await page.evaluate(() => { probe.still = 0 })
    await page.waitFor(isQuiet)
  }
  for (const speed of [10, 40, 90, -70]) {
    await page.evaluate(`Object.assign(probe, {limit: 60, step: () => ${speed}, frames: 0, isRunning: true})`)
    await page.waitFor(() => !probe.isRunning)
    const before = await version()
    await page.evaluate(insert => view.update([insert]), insert(`mine ${speed}`))
    await page.evaluate(speed => view.update([{op: "moveItem", from: [0, 100 + speed], to: [0, 9]}]), speed)
    const {status} = await updates(service, id, [insert(`theirs ${speed}`), {op: "deleteItems", at: [[0, 150 + speed]]}])
    if (status != 200) throw new Error(`The service answered with ${status}.`)
    await eventually(async () => await version() >= before + 3, {what: "a change was not made"})
    await settle()
  }
  for (const far of [4000, 0]) {
    await page.evaluate(far => { view.element.scrollTop = far }, far)
    await settle()
  }
  return page
}
