// The part of Benchmarks/engine/browser.js that runs in a page of Chromium. Times are in milliseconds.

import { Engine, Layout, PageReplica } from "/client/engine.js"
import { Tessera } from "/client/tessera.js"

const tessera = new Tessera(), screen = {width: 400, height: 800}
const pause = time => new Promise(done => setTimeout(done, time))
/** A row that is seen gets another height. */
const change = round => [{op: "reconfigureItems", at: [[0, 3]], items: [{id: "row", size: [400, 40 + round % 30]}]}]

/**
 * Changes a row of the view in a task of its own, some times, with marks: the milliseconds until the row has the height in
 * the document, and until the engine's diff is there; and the frames that began before either.
 */
export async function changeView(rounds) {
  const found = []
  for (let round = 0; round < rounds; round++) {
    await pause(80)
    let frames = 0, isDrawn = false
    const count = () => isDrawn || (frames++, requestAnimationFrame(count))
    requestAnimationFrame(count)
    performance.mark("change")
    const began = performance.now()
    const seen = new Promise(done => view.element.addEventListener("tessera-change", () => {
      performance.mark("shown")
      done({shown: performance.now() - began, framesBefore: frames})
    }, {once: true}))
    const updated = view.update(change(round)), {shown, framesBefore} = await seen
    await updated
    performance.mark("drawn")
    const drawn = performance.now()
    isDrawn = true
    const {height} = view.cells.get(view.mirror.get("row").key).node.getBoundingClientRect()
    if (height != 40 + round % 30) throw new Error(`The row is ${height} px high in round ${round}.`)
    found.push({shown, framesBefore, drawn: drawn - began, frames})
  }
  await pause(500)
  return found
}

/** Waits until other clients have changed the row some times, with a mark at each. */
export async function watchChanges(rounds) {
  for (let round = 0; round < rounds; round++) {
    await new Promise(done => view.element.addEventListener("tessera-change", done, {once: true}))
    performance.mark("foreign")
  }
}

/** Scrolls the view by a distance in each of some frames, with marks. */
export async function scrollView(frames, distance) {
  for (let frame = 0; frame < frames; frame++) {
    await new Promise(requestAnimationFrame)
    performance.mark("step")
    view.element.scrollTop += distance
  }
}

/** Opens a module of its own, in this thread or in a worker: {memory(), open(id), move(round), change(round)}. */
export async function openEngine(isWorker) {
  if (!isWorker) return engineHere()
  const worker = new Worker("/bench/worker.js", {type: "module"}), asked = []
  await new Promise(done => { worker.onmessage = done })
  worker.onmessage = ({data}) => asked.shift()(data)
  const ask = name => (...values) => new Promise(done => {
    asked.push(done)
    worker.postMessage([name, ...values])
  })
  return Object.fromEntries(["memory", "open", "move", "change"].map(name => [name, ask(name)]))
}

export async function engineHere() {
  const engine = await Engine.load()
  let replica
  return {
    memory: () => engine.memory,
    async open(id) {
      replica = await PageReplica.open(tessera.collection(id), {engine})
      await replica.collection.setViewport("bench", {container: screen, bounds: [0, 0, 400, 800]})
    },
    /** A viewport with the overscan of a view, 40 px further down each time. */
    move: round => replica.collection.setViewport("bench",
      {bounds: [0, 40 * round, 400, 800], overscan: {top: 800, bottom: 2000, left: 0, right: 0}}),
    change: round => replica.collection.update(change(round), {viewport: "bench"}),
    layOut(count) {
      const itemSizes = Array.from({length: count}, (_, row) => [400, 40 + row % 50])
      window.layout = new Layout(engine, {container: screen, layout: {kind: "list"}, sections: [{itemSizes}]})
    },
  }
}

/** Asks an engine some times, with marks: the milliseconds of each round trip. */
export async function askEngine(engine, name, rounds) {
  const times = []
  for (let round = 0; round < rounds; round++) {
    await pause(name == "change" ? 80 : 5)
    performance.mark("asked")
    const began = performance.now()
    await engine[name](round)
    times.push(performance.now() - began)
    performance.mark("answered")
  }
  return times
}
