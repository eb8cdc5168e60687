// Times the engine for pages in node: node Benchmarks/engine/measure.js
//
// Takes the module that tools/page-engine has built. The lines of a server's response come from the program that TESSERA
// names, or that of .build-run. Each time is the least and the median of some rounds, in microseconds. What a session does
// over numbers is compared with the same requests as JSON, in turn.
import { Engine } from "../../web/client/engine/Engine.js"
import { EngineService } from "../../web/client/engine/EngineService.js"
import { Layout } from "../../web/client/engine/Layout.js"
import { PageReplica } from "../../web/client/engine/PageReplica.js"
import "../../web/client/mirror/diffs.js"
import { Mirror } from "../../web/client/mirror/Mirror.js"
import { Rows } from "../../web/client/mirror/Rows.js"
import { Tessera } from "../../web/client/tessera.js"
import { parts as read } from "../../web/tests/engine/module.js"
import { startService } from "../../web/tests/support/service.js"
import { eventually } from "../../web/tests/support/wait.js"
import { print, time, timed } from "./timing.js"

const parts = read()

/** Prints the times of a session over numbers and of requests as JSON, which do the same in turn. */
async function compare(name, rounds, session, json, settle = () => {}) {
  const times = [[], []]
  for (let round = 0; round < rounds; round++) {
    for (const [way, run] of [session, json].entries()) {
      times[way].push(await timed(run, round))
      await settle()
    }
  }
  const [own, other] = times.map((each, way) => print(`${name}, ${way ? "as JSON" : "over numbers"}`, each))
  console.log(`${"".padStart(13)}${(other / own).toFixed(1)} ×  as JSON`)
}

/** Views without a page of two replicas: one by a session, the other by requests as JSON and a mirror. */
function openScreens(replica, other) {
  const rows = new Rows(), mirror = new Mirror(), overscan = {top: 400, bottom: 800}, place = {container, overscan}
  const state = {bounds: [0, 0, 390, 844], isNeeded: true}
  const session = new EngineService(replica).open({name: "numbers"}, {
    place: () => ({...place, ...state, accepted: () => { state.isNeeded = false }}),
    delta: delta => rows.follow(delta),
  })
  const respond = (method, path, body) => mirror.apply(other.respond(method, path, "json", {body}).body)
  const scroll = (bounds, velocity) => {
    Object.assign(state, {bounds, velocity, isNeeded: true})
    session.request()
    return new Promise(queueMicrotask)
  }
  respond("PUT", "/viewports/", {...place, bounds: state.bounds})
  return {
    rows, mirror, scroll, change: updates => session.change(updates),
    scrollByJSON: (bounds, velocity) => respond("PUT", "/viewports/", {bounds, velocity}),
    changeByJSON: updates => respond("POST", "/updates", {updates}),
    /** The service has all changes, and both screens show them. */
    async settle() {
      await eventually(() => !replica.pending && !other.pending && replica.version == other.version)
      respond("PUT", "/viewports/", {bounds: state.bounds, resync: true})
    },
  }
}

console.log("    least    median  (µs)")
await time("the first part of the module is compiled and started", 5, () => Engine.begin(parts))
await time("both parts", 5, () => Engine.load(parts))
const engine = await Engine.load(parts)
const container = {width: 390, height: 844}, count = 1_000_000
const sizes = kind => Array.from({length: count}, (_, row) => kind == "flow" ? [40 + row % 60, 40 + row % 30] : [390, 40 + row % 50])
for (const kind of ["list", "flow"]) {
  const request = {container, layout: {kind}, sections: [{itemSizes: sizes(kind)}]}
  await time(`${kind}: a million sizes as JSON, read and laid out`, 3, () => new Layout(engine, request).close())
  const layout = new Layout(engine, request), place = round => ({x: 0, y: round * 7919 % 4e7, width: 390, height: 844})
  await time(`${kind}: a screen of a million as typed arrays`, 2000, round => layout.columns(place(round)))
  await time(`${kind}: a screen of a million as objects`, 500, round => layout.elements(place(round)))
  layout.close()
}

const service = await startService(), tessera = new Tessera(service.url)
try {
  const items = Array.from({length: 100_000}, (_, row) => ({id: `row ${row}`, size: [390, 40 + row % 50]}))
  await tessera.create({id: "rows", container, layout: {kind: "list"}, sections: [{items}], bounds: [0, 0, 390, 844]})
  await tessera.create({id: "million", container, layout: {kind: "list", rowHeight: 44}, sections: [{itemCount: count}]})
  for (const [id, name] of [["rows", "100,000 rows with ids and sizes"], ["million", "a million counted rows"]]) {
    const collection = tessera.collection(id)
    await time(`${name}: the replica is here`, 3, async () => (await PageReplica.open(collection, {engine})).close())
    const [replica, other] = [await PageReplica.open(collection, {engine}), await PageReplica.open(collection, {engine})]
    const bounds = y => [0, y, 390, 844]
    const {rows, mirror, scroll, change, scrollByJSON, changeByJSON, settle} = openScreens(replica, other)
    await scroll(bounds(0))
    const velocity = [0, 2.5], at = round => bounds(round * 40 % 400_000)
    await compare(`${name}: a step of scrolling`, 2000, round => scroll(at(round), velocity), round => scrollByJSON(at(round), velocity))
    const row = (way, round) => [{op: "insertItems", at: [[0, 0]], items: [{id: `${way} ${round}`, size: [390, 50]}]}]
    for (const move of [scroll, scrollByJSON]) await move(bounds(0))
    await compare(`${name}: a row is inserted and the screen compared`, 40, round => change(row("numbers", round)),
      round => changeByJSON(row("json", round)), settle)
    if (rows.elements.size != mirror.elements.size) throw new Error("The screens differ.")
    for (const each of [replica, other]) each.close()
  }
} finally {
  await service.stop()
}
console.log(`${(engine.memory.bytes / 1e6).toFixed(0)} MB of memory, ${((parts.first.length + parts.rest.length) / 1e6).toFixed(2)} MB of module`)
