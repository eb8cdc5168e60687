// Flings of a finger and turns of a wheel, as real input of Chromium: the compositor scrolls, and the page follows. The
// tests look at each frame of the page, as in view.test.js.

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import "../support/browser.js"
import { eventually } from "../support/wait.js"
import { faults, openStage, rows, settle } from "../view/stage.js"
import { skip } from "./module.js"

const isShort = process.env.TESSERA_WEB == "short"
const width = 400, height = 800, middle = {x: width / 2, y: height / 2}

let stage
before(async () => { stage = skip ? undefined : await openStage({width, height}) })
after(() => stage?.close())

const offsetOf = page => page.evaluate(() => view.contentOffset.y)

/** Each scrolls a page down by about as much as it returns. */
const gestures = {
  async flings(page) {
    for (let fling = 0; fling < 3; fling++) await page.swipe({x: middle.x, y: height - 100, distanceY: 500})
    // Three times the way of the finger, without that at which a touch becomes a scroll, and the last fling.
    return 3 * 450 + 500
  },
  async "wheel gestures"(page) {
    for (const speed of [2000, 6000, 12_000]) await page.wheelGesture({...middle, distanceY: 3000, speed})
    return 9000
  },
  async "turns of the wheel"(page) {
    for (let turn = 0; turn < 40; turn++) await page.wheel({...middle, deltaY: 240})
    return 40 * 240
  },
}

const collections = {
  rows: {layout: {kind: "list", rowHeight: 44}, sections: () => [{items: rows(20_000)}]},
  "a million rows": {layout: {kind: "list", rowHeight: 44}, sections: () => [{itemCount: 1_000_000}]},
  "rows that the page measures": {
    layout: {kind: "list", rowHeight: "automatic"}, sections: () => [{items: rows(20_000)}], options: {measure: "dom"},
  },
}

/** The effects of a network on an open page, and how to end them. */
const networks = {
  ...Object.fromEntries((isShort ? [500] : [0, 40, 100, 500]).map(latency => [`at ${latency} ms of latency`, {
    begin: () => { stage.gateway.latency = latency },
    end: () => { stage.gateway.latency = 0 },
  }])),
  offline: {
    async begin(page) {
      stage.gateway.offline(true)
      await page.waitFor(() => offline.length > 0)
    },
    end: () => stage.gateway.offline(false),
  },
}

for (const [network, {begin, end}] of Object.entries(networks)) {
  for (const [name, {layout, sections, options}] of Object.entries(collections)) {
    test(`${network} flings and wheels over ${name} have no wrong frame`, {skip}, async () => {
      const id = `${network} ${name}`.replaceAll(" ", "-")
      await stage.create(id, layout, sections())
      const page = await stage.show(id, {engine: "page", ...options})
      await page.evaluate(() => {
        window.offline = []
        addEventListener("tesseraengine", ({detail}) => detail.type == "offline" && offline.push(detail))
      })
      await begin(page)
      try {
        for (const [gesture, make] of Object.entries(gestures)) {
          const from = await offsetOf(page)
          await page.evaluate("Object.assign(probe, {limit: Infinity, frames: 0, wrong: 0, worst: 0, isRunning: true})")
          const distance = await make(page)
          // Rows above that are measured late change the offset, and move no seen row.
          await eventually(async () => await offsetOf(page) >= from + 0.9 * distance, {
            what: async () => `${gesture} scroll from ${from} to ${await offsetOf(page)}, expected about ${distance}`,
          })
          await settle(page)
          const {frames, wrong, worst} = await page.evaluate(() => ({...probe, isRunning: probe.isRunning = false}))
          assert.ok(frames > 10, `${frames} frames were looked at`)
          assert.equal(wrong, 0, `${gesture}: ${wrong} of ${frames} frames are wrong, by up to ${worst} px`)
          assert.deepEqual(await page.evaluate(faults), [], gesture)
        }
      } finally {
        await end()
      }
      if (network != "offline") assert.deepEqual(page.errors, [])
      await page.close()
    })
  }
}
