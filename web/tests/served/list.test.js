// Runs in Firefox too.

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { openBrowser } from "../support/browser.js"
import { startGateway } from "../support/gateway.js"
import { startService } from "../support/service.js"
import { listPage, rows } from "./page.js"

let browser
before(async () => { browser = await openBrowser({width: 400, height: 600}) })
after(() => browser?.close())

/** Runs a test with a service, and with a page of another origin that shows a list of it. */
async function withPage(flags, headers, body) {
  const service = await startService({flags: ["--cors-origins", "*", ...flags]})
  const pages = await startGateway(service, {pages: {"/rows": listPage(service.url)}, policy: false})
  try {
    assert.equal((await service.ask("POST", "/v1/collections", rows, headers)).status, 201)
    await body(service, pages)
  } finally {
    await pages.stop()
    await service.stop()
  }
}

const shown = () => [...document.querySelectorAll(".tessera-cell")].map(cell => cell.textContent)
const isShown = text => [...document.querySelectorAll(".tessera-cell")].some(cell => {
  const {top, bottom} = cell.getBoundingClientRect()
  return cell.textContent == text && bottom > 0 && top < innerHeight
})

test("a page that loads the client from the service shows a list, and requests nothing of anyone else", async () => {
  await withPage([], {}, async (service, pages) => {
    const page = await browser.newPage(`${pages.url}/rows`)
    await page.waitFor(isShown, "r0")
    await page.wheel({x: 200, y: 300, deltaY: 2500})
    await page.waitFor(isShown, "r55")
    const foreign = page.requests.filter(url => ![service.url, pages.url].some(base => url.startsWith(base)))
    assert.deepEqual(foreign.filter(url => !/^(about|data|blob|chrome):/.test(url)), [])
    assert.deepEqual(page.errors.filter(text => !/favicon/.test(text)), [])
    assert.ok((await page.evaluate(shown)).length < 200)
    await page.close()
  })
})

test("where the service has keys, the client loads without one and shows a list with one", async () => {
  const key = "a-key-of-at-least-sixteen-bytes"
  await withPage(["--keys", key], {authorization: `Bearer ${key}`}, async (service, pages) => {
    const page = await browser.newPage(`${pages.url}/rows#${key}`)
    await page.waitFor(isShown, "r0")
    await page.close()
    assert.equal((await service.ask("GET", "/v1/collections/rows")).status, 401)
  })
})

test("the playground of the service loads under its own policy, and requests nothing of anyone else", async () => {
  const service = await startService()
  try {
    const page = await browser.newPage(`${service.url}/`)
    await page.waitFor(() => document.readyState == "complete" && document.querySelectorAll("button, textarea, select").length)
    assert.deepEqual(page.requests.filter(url => !url.startsWith(service.url) && !/^(about|data|blob):/.test(url)), [])
    assert.deepEqual(page.errors.filter(text => !/favicon/.test(text)), [])
    await page.close()
  } finally {
    await service.stop()
  }
})
