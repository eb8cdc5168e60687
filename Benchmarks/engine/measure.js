// Times the engine for pages in node: node Benchmarks/engine/measure.js
//
// Takes the module that tools/page-engine has built. The lines of a server's response come from the program that TESSERA
// names, or that of .build-run. Each time is the least and the median of some rounds, in microseconds.
import { readFileSync } from "node:fs"
import { Engine } from "../../web/client/engine/Engine.js"
import { Layout } from "../../web/client/engine/Layout.js"
import { Replica } from "../../web/client/engine/Replica.js"
import { Tessera } from "../../web/client/tessera.js"
import { startService } from "../../web/tests/support/service.js"

const read = name => readFileSync(new URL(`../../.build-page/${name}.wasm`, import.meta.url))
const parts = {first: read("first"), rest: read("rest")}

/** Prints the least and the median time of a function. */
async function time(name, rounds, run) {
  const times = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    await run(round)
    times.push((performance.now() - began) * 1000)
  }
  times.sort((a, b) => a - b)
  const [least, median] = [times[0], times[times.length >> 1]].map(time => time.toFixed(time < 100 ? 1 : 0).padStart(9))
  console.log(`${least} ${median}  ${name}`)
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
    await time(`${name}: the replica is here`, 3, async () => (await Replica.open(collection, {engine})).close())
    const replica = await Replica.open(collection, {engine}), bounds = y => [0, y, 390, 844]
    await replica.collection.setViewport("screen", {container, bounds: bounds(0)})
    await time(`${name}: a step of scrolling`, 1000, round =>
      replica.collection.setViewport("screen", {bounds: bounds(round * 40)}))
    await time(`${name}: a row is inserted and the screen compared`, 10, round =>
      replica.collection.update([{op: "insertItems", at: [[0, 0]], items: [{id: `new ${round}`, size: [390, 50]}]}], {viewport: "screen"}))
    replica.close()
  }
} finally {
  await service.stop()
}
console.log(`${(engine.memory.bytes / 1e6).toFixed(0)} MB of memory, ${((parts.first.length + parts.rest.length) / 1e6).toFixed(2)} MB of module`)
