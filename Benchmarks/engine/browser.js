// Times a changed row and a step of scrolling of a million rows in Chromium: node Benchmarks/engine/browser.js
//
// Takes the module that tools/page-engine has built, and the program that TESSERA names. Times of script are of the
// processor, from Chromium's trace, so that other work on the machine changes them little; they are printed as the median and
// the least of all rounds.

import { readFileSync } from "node:fs"
import { openBrowser } from "../../web/tests/support/browser.js"
import { startGateway } from "../../web/tests/support/gateway.js"
import { startService } from "../../web/tests/support/service.js"
import { viewPage, viewScript } from "../../web/tests/view/page.js"
import { traced } from "./trace.js"

const count = 1_000_000, rounds = 50, steps = 200
const file = name => readFileSync(new URL(name, import.meta.url), "utf8")
const pages = {
  "/view": viewPage(), "/view.js": viewScript, "/bench": "<!doctype html><title>Engine</title>",
  "/bench/page.js": file("page.js"), "/bench/worker.js": file("worker.js"),
}
const collections = {
  counted: {layout: {kind: "list", rowHeight: 60}, sections: [{itemCount: count}]},
  sized: {layout: {kind: "list"}, sections: [{itemSizes: Array.from({length: count}, (_, row) => [400, 40 + row % 50])}]},
}
const names = {counted: "a million counted rows", sized: "a million rows with sizes"}

const digits = number => number.toFixed(number < 10 ? 2 : 1).padStart(8)
const show = (number, unit, text) => console.log(`${digits(number)}          ${unit.padEnd(2)} ${text}`)

/** Prints the median and the least of some times. */
function showTimes(times, text) {
  const sorted = times.toSorted((a, b) => a - b)
  console.log(`${digits(sorted[sorted.length >> 1])} ${digits(sorted[0])} ms ${text}`)
}

function showSpent(spent, text) {
  const layout = spent.map(({layout}) => layout).toSorted((a, b) => a - b)[spent.length >> 1]
  showTimes(spent.map(({script}) => script), `of script ${text}${layout > 0.005 ? `, and ${layout.toFixed(2)} of layout` : ""}`)
}

/** Calls a function of page.js in a page. */
const call = (page, name, ...values) => page.evaluate(async (name, values) =>
  (await import("/bench/page.js"))[name](...values), name, values)

const service = await startService(), gateway = await startGateway(service, {pages})
const browser = await openBrowser({name: "chromium", width: 400, height: 800})

async function open(address) {
  const page = await browser.newPage(`${gateway.url}${address}`)
  // Each request costs the page more while they are watched.
  for (const domain of ["Network", "Log"]) await page.send(`${domain}.disable`)
  return page
}

/** The time from each mark of a name to the next one of another name. */
function between({marks, spent}, from, to) {
  return marks.flatMap(({name, at}, index) => {
    const end = name == from && marks.slice(index + 1).find(({name}) => name == to || name == "end")
    return end ? [spent(at, end.at)] : []
  })
}

async function timeView(id) {
  console.log(`\n${names[id]} in a view, whose engine is in the page`)
  const options = encodeURIComponent(JSON.stringify({engine: "page", animation: false}))
  const page = await open(`/view?id=${id}&options=${options}`)
  await page.waitFor(() => window.view?.cells.size > 0)
  await call(page, "changeView", rounds)
  let found
  const own = await traced(page, async () => { found = await call(page, "changeView", rounds) })
  showTimes(found.map(({shown}) => shown), "until a row that the page changes is changed in the document")
  showTimes(found.map(({drawn}) => drawn), "until what the engine has laid out is there")
  const within = name => found.filter(change => change[name] == 0).length
  console.log(`${`${within("framesBefore")}`.padStart(8)}          of ${rounds} changes are in the next frame, ${within("frames")} as the engine has laid them out`)
  showSpent(between(own, "change", "shown"), "until the row is changed in the document")
  showSpent(between(own, "change", "drawn"), "until what the engine has laid out is there")
  showSpent(between(own, "change", "change"), "until the service has ordered the change and its entry is here")
  const foreign = await traced(page, async () => {
    const changed = call(page, "watchChanges", rounds)
    for (let round = 0; round < rounds; round++) {
      const {status} = await changeRow(id, round)
      if (status != 200) throw new Error(`${status} for a change`)
      await new Promise(done => setTimeout(done, 80))
    }
    await changed
  })
  showSpent(between(foreign, "foreign", "foreign"), "for a row that another client changes")
  for (const distance of [40, 400]) {
    const scrolled = await traced(page, () => call(page, "scrollView", steps, distance))
    showSpent(between(scrolled, "step", "step"), `for a frame of scrolling by ${distance} px`)
  }
  await page.close()
}

const changeRow = (id, round) => service.ask("POST", `/v1/collections/${id}/updates`,
  {updates: [{op: "reconfigureItems", at: [[0, 3]], items: [{id: "row", size: [400, 40 + round % 30]}]}]})

async function timeEngine(id, isWorker) {
  const page = await open("/bench")
  await page.evaluate(async isWorker => {
    window.bench = await import("/bench/page.js")
    window.engine = await bench.openEngine(isWorker)
  }, isWorker)
  const where = isWorker ? "in a worker" : "in the page"
  const {marks: [begin, end], spent} = await traced(page, () => page.evaluate(id => engine.open(id), id))
  const opening = spent(begin.at, end.at)
  show(opening.script, "ms", `of script of the main thread to open a replica ${where}, at most ${opening.longest.toFixed(1)} at once`)
  for (const [name, times] of [["change", rounds], ["move", steps]]) {
    const ask = () => page.evaluate((name, times) => bench.askEngine(engine, name, times), name, times)
    await ask()
    let found
    const used = await traced(page, async () => { found = await ask() })
    const text = `${name == "move" ? "a step of scrolling" : "a changed row"} ${where}`
    showTimes(found, `until the answer to ${text} is here`)
    showTimes(between(used, "asked", "answered").map(({script}) => script), `of script of the main thread for ${text}`)
  }
  await page.close()
}

async function heap(page) {
  await page.send("HeapProfiler.collectGarbage")
  const {metrics} = await page.send("Performance.getMetrics")
  return metrics.find(({name}) => name == "JSHeapUsedSize").value
}

async function measureMemory() {
  console.log("\nmemory of each of a million rows")
  for (const [text, fill] of [
    [`${names.sized}, as a layout alone`, "engine.layOut(1_000_000)"],
    [`${names.sized}, as a replica`, "engine.open('sized')"],
    [`${names.counted}, as a replica`, "engine.open('counted')"],
  ]) {
    const page = await open("/bench")
    await page.send("Performance.enable")
    await page.evaluate("import('/bench/page.js').then(bench => bench.openEngine(false)).then(engine => { window.engine = engine })")
    const before = {heap: await heap(page), ...await page.evaluate(() => engine.memory())}
    const time = await page.evaluate(`(async () => { const began = performance.now(); await ${fill}; return performance.now() - began })()`)
    const after = {heap: await heap(page), ...await page.evaluate(() => engine.memory())}
    show((after.used - before.used) / count, "B", `in use in the module: ${text}, here after ${time.toFixed(0)} ms`)
    show((after.bytes - before.bytes) / count, "B", "taken from the system for that")
    show((after.heap - before.heap) / count, "B", "of JavaScript heap")
    await page.close()
  }
}

console.log("  median    least")
try {
  for (const [id, {layout, sections}] of Object.entries(collections)) {
    const {status, body} = await service.ask("POST", "/v1/collections",
      {id, container: {width: 400, height: 800}, layout, sections, bounds: [0, 0, 400, 800]})
    if (status != 201) throw new Error(JSON.stringify(body))
    await changeRow(id, 0)
    await timeView(id)
  }
  for (const id of Object.keys(collections)) {
    console.log(`\n${names[id]}: what the engine takes without a view`)
    for (const isWorker of [false, true]) await timeEngine(id, isWorker)
  }
  await measureMemory()
} finally {
  await browser.close()
  await gateway.stop()
  await service.stop()
}
