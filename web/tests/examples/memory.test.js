// The memory of a page that is used for ten minutes, or for some seconds in the short form, as Chromium counts it.

import assert from "node:assert/strict"
import { test } from "node:test"
import { browserName } from "../support/browser.js"
import { setUp } from "../support/setup.js"

const seconds = process.env.TESSERA_WEB == "short" ? 10 : 600
const skip = browserName != "chromium"
let service, gateway, browser
setUp({}, parts => ({service, gateway, browser} = parts))

/** The bytes of live objects, the nodes and the listeners of a page. */
async function kept(page) {
  for (let count = 0; count < 3; count++) await page.send("HeapProfiler.collectGarbage")
  const {usedSize} = await page.send("Runtime.getHeapUsage")
  const {nodes, jsEventListeners} = await page.send("Memory.getDOMCounters")
  return {bytes: usedSize, nodes, listeners: jsEventListeners}
}

test("a chat in which messages come and go while the reader scrolls keeps no more than at first", {skip}, async () => {
  const page = await browser.newPage()
  await page.goto(`${gateway.url}/examples/chat.html`)
  await page.waitFor(() => document.querySelector(".tessera-cell[tabindex='0']"))
  const {json: {id}} = gateway.log.find(({method, path}) => method == "POST" && path == "/v1/collections")
  let number = 0
  const use = async until => {
    while (performance.now() < until) {
      const name = `memory-${number++}`, item = {id: name, content: {from: "them", text: `${name} ${"word ".repeat(number % 40)}`}}
      await service.ask("POST", `/v1/collections/${id}/updates`, {updates: [{op: "insertItems", section: "all", edge: "end", items: [item]}]})
      // The page loads older messages at the start, which shall not count: the reader stays below them.
      await page.wheel({x: 200, y: 300, deltaY: number % 20 < 10 ? -400 : 600})
      await service.ask("POST", `/v1/collections/${id}/updates`, {updates: [{op: "deleteItems", ids: [name]}]})
    }
  }
  const began = performance.now()
  await use(began + seconds * 200)
  const first = await kept(page)
  await use(began + seconds * 1000)
  const last = await kept(page)
  assert.ok(number > seconds, `${number} messages`)
  assert.ok(last.bytes < first.bytes + 1_500_000, `${first.bytes} bytes became ${last.bytes}, by ${number} messages`)
  assert.ok(last.nodes < first.nodes + 400, `${first.nodes} nodes became ${last.nodes}, by ${number} messages`)
  assert.ok(last.listeners < first.listeners + 100, `${first.listeners} listeners became ${last.listeners}`)
  console.log(`${number} messages in ${seconds} s: ${JSON.stringify(first)} became ${JSON.stringify(last)}`)
  assert.deepEqual(page.errors, [])
  await page.close()
})
