// Records the responses of a service to the client of a viewport, and the expected elements after each response:
// TESSERA=… node web/tests/mirror/record.js

import assert from "node:assert/strict"
import { writeFile } from "node:fs/promises"
import { Tessera } from "../../client/service/Tessera.js"
import { startService } from "../support/service.js"
import { eventually } from "../support/wait.js"

const rows = (from, count, more = {}) => Array.from({length: count}, (_, index) => ({id: `r${from + index}`, ...more}))
const note = {
  views: {text: {type: "text", textStyle: "body", lines: 0}}, constraints: ["H:|-[text]-|", "V:|-[text]-|"],
}
const written = (id, count) => ({id, template: "note", content: {text: `${id} ${"word ".repeat(count)}`.trim()}})
const header = {boundarySupplementaryItems: [{kind: "header", size: {height: 30}}]}

/**
 * Each recording: a collection, a viewport, and requests. `scroll` and `change` name the viewport, and their responses
 * are taken; after `other`, a change by another client, the event of the stream is.
 */
const recordings = {
  list: {
    layout: {kind: "list", rowHeight: "automatic", sectionHeaderHeight: 24},
    sections: [{id: "a", items: rows(0, 30)}, {id: "b", items: rows(30, 10, {size: [300, 50]})}],
    steps: [
      {scroll: {bounds: [0, 300, 300, 200], overscan: {top: 0.5, bottom: 1, unit: "screens"}}},
      {scroll: {bounds: [0, 340, 300, 200], anchor: {id: "r10"}, measurements: [
        {id: "r5", size: [300, 70]}, {id: "r8", size: [300, 33.5]}, {id: "r12", size: [300, 90]}]}},
      {other: ["POST", "updates", {updates: [{op: "insertItems", before: "r3", items: rows(100, 3)}]}]},
      {other: ["POST", "updates", {updates: [
        {op: "deleteItems", ids: ["r9"]}, {op: "moveItem", id: "r10", after: "r14"},
        {op: "insertItems", after: "r11", items: rows(110, 1)}, {op: "reconfigureItems", ids: ["r12"]},
        {op: "reloadItems", ids: ["r13"], items: [{id: "renamed", size: [300, 61]}]}]}]},
      {change: ["POST", "updates", {updates: [{op: "deleteItems", ids: ["r6", "r7"]}]}]},
      {other: ["POST", "updates", {updates: [{op: "deleteItems", ids: ["r8"]},
        {op: "insertItems", after: "r11", items: [{id: "r8", size: [300, 20]}]}]}]},
      {scroll: {bounds: [0, 900, 300, 200]}},
      {scroll: {bounds: [0, 0, 300, 200], scrollTo: {id: "r33", position: "top"}}},
      {scroll: {bounds: [0, 250, 300, 200], resync: true}},
    ],
  },
  sections: {
    layout: {kind: "flow", itemSize: [70, 40], headerReferenceSize: [0, 30], footerReferenceSize: [0, 12],
      sectionHeadersPinToVisibleBounds: true, sectionFootersPinToVisibleBounds: true},
    sections: ["a", "b", "c", "d"].map((id, index) => ({id, items: rows(10 * index, 7 + index)})),
    steps: [
      {scroll: {bounds: [0, 60, 300, 200], overscan: {top: 30, bottom: 60}}},
      {scroll: {bounds: [0, 95.5, 300, 200]}},
      {other: ["POST", "updates", {updates: [{op: "moveSection", id: "c", edge: "start"}]}]},
      {other: ["POST", "updates", {updates: [{op: "insertSections", at: [1], sections: [{id: "e", items: rows(60, 2)}]},
        {op: "deleteSections", ids: ["b"]}]}]},
      {other: ["PUT", "snapshot", {sections: [{id: "d", items: [{id: "r34"}, {id: "r0"}, {id: "r31"}, {id: "r99"}]},
        {id: "a", items: rows(1, 5)}, {id: "f", items: rows(70, 9)}]}]},
      {other: ["POST", "updates", {updates: [{op: "reloadSections", ids: ["a"], sections: [
        {id: "a", items: rows(80, 4)}]}]}]},
      {other: ["PUT", "layout", {layout: {kind: "list", rowHeight: 30, sectionHeaderHeight: 20}}]},
    ],
  },
  rotation: {
    layout: {kind: "waterfall", columnCount: 2},
    sections: [{id: "a", items: rows(0, 24).map((row, index) => ({...row, size: [100, 40 + index * 37 % 90]}))}],
    steps: [
      {scroll: {bounds: [0, 100, 300, 200], overscan: {bottom: 1, unit: "screens"}}},
      {scroll: {container: {width: 200, height: 300}, bounds: [0, 100, 200, 300]}},
      {scroll: {bounds: [0, 130, 200, 300], layout: {kind: "grid", columns: 3, rowHeight: 44}}},
      {scroll: {container: {width: 300, height: 200}, bounds: [0, 0, 300, 200], layout: null}},
    ],
  },
  compositional: {
    layout: {kind: "compositional", interSectionSpacing: 8, sections: [
      {group: {size: {height: 60}, count: 2, items: [{}]}, ...header, decorationItems: [{kind: "background"}]},
      {group: {size: {width: 120, height: 90}, items: [{}]}, orthogonalScrollingBehavior: "groupPaging", ...header},
    ]},
    sections: [{id: "a", items: rows(0, 6)}, {id: "b", items: rows(10, 12)}, {id: "c", items: rows(30, 5)}],
    steps: [
      {scroll: {bounds: [0, 80, 300, 200], overscan: {right: 240, bottom: 40}}},
      {other: ["POST", "updates", {updates: [{op: "insertItems", before: "r11", items: rows(50, 1)}]}]},
      {scroll: {bounds: [0, 200, 300, 200]}},
      {other: ["POST", "updates", {updates: [{op: "moveSection", id: "b", edge: "start"}]}]},
    ],
  },
  content: {
    include: "content",
    layout: {kind: "list", rowHeight: "automatic"}, templates: {note},
    sections: [{id: "a", items: Array.from({length: 20}, (_, index) => written(`n${index}`, 1 + index * 13 % 17))}],
    steps: [
      {scroll: {bounds: [0, 120, 300, 200]}},
      {other: ["POST", "updates", {updates: [{op: "reconfigureItems", ids: ["n4"], items: [written("n4", 40)]},
        {op: "insertItems", after: "n4", items: [written("new", 3)]}, {op: "moveItem", id: "n2", after: "n5"}]}]},
      {other: ["POST", "updates", {updates: [{op: "reloadItems", ids: ["n5"], items: [written("n5", 2)]}]}]},
      {scroll: {bounds: [0, 300, 300, 200]}},
    ],
  },
  movement: {
    layout: {kind: "list", rowHeight: 40},
    sections: [{id: "a", items: rows(0, 12)}, {id: "b", items: rows(20, 4)}],
    steps: [
      {movement: ["POST", "movement", {id: "r2"}]},
      {movement: ["PATCH", "movement", {targetPosition: [150, 190]}]},
      {other: ["POST", "updates", {updates: [{op: "insertItems", before: "r0", items: rows(50, 2)}]}]},
      {movement: ["PATCH", "movement", {after: "r6"}]},
      {scroll: {bounds: [0, 40, 300, 200]}},
      {scroll: {bounds: [0, 30, 300, 200], resync: true}},
      {change: ["POST", "movement/end", {}]},
      {movement: ["POST", "movement", {id: "r4"}]},
      {movement: ["PATCH", "movement", {before: "r7"}]},
      {change: ["DELETE", "movement"]},
      {movement: ["POST", "movement", {id: "r5"}]},
      {other: ["POST", "updates", {updates: [{op: "deleteItems", ids: ["r5"]}]}]},
    ],
  },
}

/** @returns {Promise<{response: object, expected: object}[]>} */
async function record(service, name, {include, steps, ...collection}) {
  const path = `/v1/collections/${name}`, query = `viewport=v${include ? `&include=${include}` : ""}`
  const ask = async (...request) => {
    const {status, body} = await service.ask(...request)
    assert(status < 300, `${name}: ${JSON.stringify(request)}: ${JSON.stringify(body)}`)
    return body
  }
  const created = await ask("POST", "/v1/collections", {
    id: name, container: {width: 300, height: 200}, bounds: [0, 0, 300, 200], ...collection})
  let {version} = created
  const exchanges = []
  let window
  async function note(step, response) {
    version = response.version
    // Empty scrolls show the window; they change nothing.
    if (response.window) window = response.window
    else {
      const {from, to} = response.contentOffset
      window = {...window, x: window.x + to.x - from.x, y: window.y + to.y - from.y}
    }
    const rect = [window.x, window.y, window.width, window.height]
    let {attributes, contentSize} = await ask("GET", `${path}/attributes?rect=${rect}&${query}`)
    const held = response.item ?? exchanges.at(-1)?.expected.held
    const isBack = response.changes?.some(({id, type}) => id == held?.id && type != "shift")
    const isHeld = step.movement || held && !isBack
    // Only the viewport itself shows how others make room.
    if (isHeld) attributes = (await scroll({resync: true})).appeared
    exchanges.push({step, response, expected: {version, contentSize, window, attributes, ...isHeld && {held}}})
  }
  const scroll = body => ask("PUT", `${path}/viewports/v?${query.replace(/viewport=v&?/, "")}`, body)
  const first = {container: {width: 300, height: 200}, bounds: [0, 0, 300, 200]}
  await note({scroll: first}, await scroll(first))
  const events = []
  // The history is not the same: it is computed from where the viewport is now.
  const stream = new Tessera(service.url).events(`${path}/events?${query}&own=false`,
    {since: version, onEvent: ({data}) => events.push(data)})
  for (const step of steps) {
    if (step.scroll) {
      await note(step, await scroll(step.scroll))
      continue
    }
    const [method, action, body] = step.other ?? step.change ?? step.movement
    const response = await ask(method, `${path}/${action}${step.other ? "" : `?${query}`}`, body)
    if (!step.other) await note(step, response)
    else {
      await eventually(() => events.at(-1)?.version >= response.version)
      for (const event of events.splice(0)) await note(step, event)
    }
  }
  stream.close()
  return exchanges
}

const service = await startService()
try {
  for (const [name, recording] of Object.entries(recordings)) {
    const exchanges = await record(service, name, recording)
    const lines = exchanges.map(exchange => JSON.stringify(exchange))
    const file = new URL(`Fixtures/${name}.json`, import.meta.url)
    await writeFile(file, `[\n${lines.join(",\n")}\n]\n`)
    console.log(`${name}: ${exchanges.length} responses`)
  }
} finally {
  await service.stop()
}
