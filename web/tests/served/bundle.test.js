// Runs in Firefox too.

import assert from "node:assert/strict"
import http from "node:http"
import { after, before, test } from "node:test"
import { openBrowser } from "../support/browser.js"
import { startGateway } from "../support/gateway.js"
import { startService } from "../support/service.js"
import { listPage, rows } from "./page.js"

let service, pages, browser, isBundled
before(async () => {
  service = await startService({flags: ["--cors-origins", "*"]})
  pages = await startGateway(undefined, {pages: {"/rows": listPage(service.url)}, policy: false})
  browser = await openBrowser({width: 400, height: 600})
  await service.ask("POST", "/v1/collections", rows)
  isBundled = /\/bundle\/tessera\.js"/.test(await (await fetch(`${service.url}/client/tessera.js`)).text())
})
after(async () => {
  await browser?.close()
  await pages?.stop()
  await service?.stop()
})

/** The bytes of a response with its head, as a browser gets it. */
const bytesOf = url => new Promise((done, failed) => {
  http.get(url, {agent: false, headers: {"accept-encoding": "gzip"}}, response => {
    let bytes = `HTTP/1.1 ${response.statusCode} OK\r\n${response.rawHeaders.join("\r\n")}`.length
    response.on("data", chunk => bytes += chunk.length)
    response.on("end", () => done(bytes))
  }).on("error", failed)
})

test("a first list loads few files of the client, and its first change loads more", async t => {
  if (!isBundled) return t.skip("the service was built without rollup and esbuild")
  const page = await browser.newPage(`${pages.url}/rows`)
  const loaded = () => [...new Set(page.requests)].filter(url => url.startsWith(`${service.url}/client/`))
  await page.waitFor(() => [...document.querySelectorAll(".tessera-cell")].some(cell => cell.textContent == "r5"))
  // Those that wait for the first screen come together with these.
  await page.waitFor(() => performance.getEntriesByType("resource").some(({name}) => name.endsWith("/bundle/screen.js")))
  // Others come when the page is idle.
  const idle = ["later", "edits", "changes"].map(name => `/bundle/${name}.js`)
  const files = loaded().filter(url => !idle.some(name => url.endsWith(name))), bytes = (await Promise.all(files.map(bytesOf))).reduce((sum, each) => sum + each, 0)
  t.diagnostic(`${files.length} files, ${bytes} bytes`)
  assert.ok(files.length <= 12, files.join(" "))
  assert.ok(bytes < 30_000, `${bytes} bytes of ${files.join(" ")}`)
  await page.evaluate(() => window.view.update(batch => batch.delete(["r0"])))
  await page.waitFor(() => performance.getEntriesByType("resource").some(({name}) => name.endsWith("/bundle/changes.js")))
  await page.waitFor(() => ![...document.querySelectorAll(".tessera-cell")].some(cell => cell.textContent == "r0"))
  assert.ok(loaded().length > files.length)
  assert.deepEqual(page.errors.filter(text => !/favicon/.test(text)), [])
  await page.close()
})

test("the engine in the bundle finds its module", async t => {
  const {version} = /"\.\/(?<version>[0-9a-f]{16})\//.exec(await (await fetch(`${service.url}/client/engine.js`)).text()).groups
  const {status} = await fetch(`${service.url}/client/${version}/engine/first.wasm`)
  if (!isBundled || status == 404) return t.skip("the service was built without rollup and esbuild, or without the engine")
  const page = await browser.newPage(`${pages.url}/rows`)
  const isHere = await page.evaluate(async url => {
    const {Engine} = await import(`${url}/client/engine.js`)
    return !!await Engine.begin()
  }, service.url)
  assert.equal(isHere, true)
  await page.close()
})
