// Times the steps of a viewport in the engine for pages, in node, beside their targets: node Benchmarks/engine/steps.js
//
// Takes the module that tools/page-engine has built, and the program that TESSERA names, or that of .build-run, which makes the
// lists. The module and what a page does with a delta are timed apart. Each time is the least and the median, in
// microseconds; a target is of the median, on an idle machine.
import { recordOf } from "../../web/client/engine/batchRecords.js"
import { DeltaReader } from "../../web/client/engine/DeltaReader.js"
import { Engine } from "../../web/client/engine/Engine.js"
import { Layout } from "../../web/client/engine/Layout.js"
import { moveRecord } from "../../web/client/engine/records.js"
import { ShownElements } from "../../web/client/engine/ShownElements.js"
import { moveFlags, sessionFlags } from "../../web/client/engine/waist.js"
import { Rows } from "../../web/client/mirror/Rows.js"
import { Tessera } from "../../web/client/tessera.js"
import { framesOf } from "../../web/tests/engine/frames.js"
import { parts } from "../../web/tests/engine/module.js"
import { startService } from "../../web/tests/support/service.js"
import { print } from "./timing.js"

const width = 390, height = 844, container = {width, height}
// With rows of 64.5 points on average, some 60 are in the window.
const overscan = {top: 400, bottom: 2650}

/** The bases of replicas of two lists, of which the second has a million rows. */
async function basesOfLists() {
  const service = await startService(), tessera = new Tessera(service.url), bases = []
  try {
    for (const count of [100_000, 1_000_000]) {
      const items = Array.from({length: count}, (_, row) => ({id: `row ${row}`, size: [width, 40 + row % 50]}))
      const id = `rows-${count}`
      await tessera.create({id, container, layout: {kind: "list"}, sections: [{items}]})
      const [[, base]] = await framesOf(`${service.url}/v1/collections/${id}/replica`, ["base"])
      bases.push(base)
    }
  } finally {
    await service.stop()
  }
  return bases
}

/** A viewport in the module whose calls are timed, with all that a page makes of its deltas. */
class TimedViewport {
  times = []
  applied = []
  /** The number of rows of the last delta. */
  rowCount = 0
  #shown = new ShownElements()
  #rows = new Rows()

  constructor(engine, base, {flags = 0, y}) {
    this.engine = engine
    this.replica = engine.call("tessera_replica", base)
    this.session = engine.call("tessera_session_open", this.replica, "steps", flags)
    this.reader = new DeltaReader(engine.heap)
    this.#send(moveRecord({id: "opening", body: {container, overscan}}), bytes => this.#move(y, moveFlags.record, bytes))
    this.count = this.#rows.elements.size
    this.begin()
  }

  /** Forgets the times so far. */
  begin() {
    this.times = []
    this.applied = []
  }

  scroll(y) {
    this.#take(() => this.#move(y, 0, 0), true)
  }

  change(updates, id) {
    this.#send(recordOf({updates}, id), bytes => this.engine.call("tessera_change", this.session, bytes))
  }

  /** The second row of the window. When it grows, all below it move. */
  get second() {
    return this.#rows.ordered()[1]
  }

  close() {
    for (const number of [this.session, this.replica]) this.engine.call("tessera_close", number)
  }

  #move(y, flags, bytes) {
    return this.engine.call("tessera_scroll", this.session, 0, y, width, height, 0, 2.5, flags | moveFlags.velocity, bytes)
  }

  #send(record, call) {
    this.#take(() => {
      const place = this.engine.call("tessera_session_inbox", this.session, record.length)
      new Uint8Array(this.engine.heap.buffer, place, record.length).set(record)
      return call(record.length)
    }, false)
  }

  #take(call, isMove) {
    const began = performance.now(), delta = call(), computed = performance.now()
    if (delta < 0) throw this.engine.problem
    if (delta) {
      const read = this.reader.read(delta)
      this.rowCount = read.rows.length
      this.#rows.follow(this.#shown.take(read, isMove))
      this.applied.push((performance.now() - computed) * 1000)
    }
    this.times.push((computed - began) * 1000)
  }
}

const engine = await Engine.load(parts()), [base, millionBase] = await basesOfLists()

for (const [name, flags, target] of [["", 0, 10], [" with prefetching", sessionFlags.prefetch, 15]]) {
  const viewport = new TimedViewport(engine, base, {flags, y: 0})
  console.log(`    least    median  (µs) of 100,000 rows, of which ${viewport.count} are in the window`)
  for (let round = 0; round < 20_000; round++) viewport.scroll(round * 40 % 400_000)
  print(`a step of scrolling${name}, in the module (target: ${target})`, viewport.times)
  print("its delta, applied in the page (target: 2)", viewport.applied)
  viewport.close()
}

const changes = {
  "a changed row whose id stays (target: 35)": ({indexPath, id}, round) =>
    ({op: "reloadItems", at: [indexPath], items: [{id, size: [width, 40 + round % 7]}]}),
  "an inserted row with a new id (target: 60)": ({indexPath}, round) =>
    ({op: "insertItems", at: [indexPath], items: [{id: `new ${round}`, size: [width, 50]}]}),
}
for (const [name, change] of Object.entries(changes)) {
  const viewport = new TimedViewport(engine, millionBase, {flags: sessionFlags.prefetch, y: 3e7})
  console.log(`    least    median  (µs) of a million rows, of which ${viewport.count} are in the window`)
  for (let round = 0; round < 1000; round++) viewport.change([change(viewport.second, round)], `change ${round}`)
  print(`${name}, in the module`, viewport.times)
  print(`its delta of ${viewport.rowCount} rows, applied in the page (target: 10)`, viewport.applied)
  viewport.close()
}

const sections = [{itemSizes: Array.from({length: 100_000}, (_, row) => [width, 40 + row % 50])}]
const layout = new Layout(engine, {container, layout: {kind: "list"}, sections}), times = []
for (let round = 0; round < 20_000; round++) {
  const began = performance.now()
  layout.columns({x: 0, y: round * 7919 % 4e6, width, height: 3894})
  times.push((performance.now() - began) * 1000)
}
print("60 elements as columns (target: 8)", times)
layout.close()
