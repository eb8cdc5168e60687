import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { openBrowser } from "../support/browser.js"
import { startGateway } from "../support/gateway.js"
import { startService } from "../support/service.js"
import { installProbe, viewPage, viewScript } from "./page.js"

let service, gateway, browser
before(async () => {
  service = await startService()
  gateway = await startGateway(service, {pages: {"/view": viewPage(), "/view.js": viewScript}})
  browser = await openBrowser({width: 400, height: 800})
})
after(async () => {
  await browser?.close()
  await gateway?.stop()
  await service?.stop()
})

const rows = (count, prefix = "m") => Array.from({length: count}, (_, number) => ({id: `${prefix}${number}`}))

async function create(id, layout, sections) {
  const container = {width: 400, height: 800}
  const {status, body} = await service.ask("POST", "/v1/collections", {id, container, layout, sections, bounds: [0, 0, 400, 800]})
  assert.equal(status, 201, JSON.stringify(body))
}

async function open(id, options = {}, more = "") {
  const page = await browser.newPage(`${gateway.url}/view?id=${id}&options=${encodeURIComponent(JSON.stringify(options))}${more}`)
  await page.waitFor(() => window.view?.cells.size > 0)
  await page.evaluate(installProbe)
  await page.waitFor(() => probe.isRight && probe.still > 10)
  return page
}

test("rows of unknown height are measured and scroll without a wrong frame", async () => {
  await create("inbox", {kind: "list", rowHeight: "automatic"}, [{items: rows(100_000)}])
  const page = await open("inbox", {measure: "dom"})
  gateway.latency = 40
  await page.evaluate(() => Object.assign(probe, {limit: 120, step: () => 40, isRunning: true}))
  await page.waitFor(() => !probe.isRunning)
  gateway.latency = 0
  const {wrong, frames, jump} = await page.evaluate(() => probe)
  console.log({wrong, frames, jump})
  assert.equal(wrong, 0)
  assert.ok(jump <= 1, `a row has moved by ${jump} px`)
  await page.screenshot("/tmp/view-list.png")
  assert.deepEqual(page.errors, [])
  await page.close()
})
