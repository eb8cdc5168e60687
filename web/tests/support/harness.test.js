import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { openBrowser } from "./browser.js"
import { startGateway } from "./gateway.js"
import { startService } from "./service.js"

const html = `<!doctype html><title>Harness</title><style>body {height: 5000px}</style><input id="text">
<script type="module">
  window.health = await fetch("/healthz").then(response => response.status)
  window.fingers = 0
  addEventListener("touchstart", () => fingers += 1)
</script>`

let service, gateway, browser
before(async () => {
  service = await startService()
  gateway = await startGateway(service, {pages: {"/test": html}})
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await gateway?.stop()
  await service?.stop()
})

test("a page of the gateway runs under its policy, reaches the service and is driven by wheel, keys and fingers", async () => {
  const page = await browser.newPage(`${gateway.url}/test`)
  assert.equal(await page.waitFor(() => window.health), 200)
  assert.deepEqual(await page.evaluate((a, b) => ({sum: a + b}), 1, 2), {sum: 3})
  await page.wheel({x: 100, y: 300, deltaY: 250})
  await page.waitFor(() => scrollY == 250)
  await page.evaluate(() => document.getElementById("text").focus({preventScroll: true}))
  await page.key("a")
  await page.key("b", {shift: true})
  await page.type("cd")
  await page.waitFor(() => document.getElementById("text").value.toLowerCase() == "abcd")
  await page.touch("start", [{x: 200, y: 300}])
  await page.touch("end")
  await page.waitFor(() => window.fingers == 1)
  assert.equal(await page.evaluate(() => { document.body.setAttribute("style", "color: red"); return document.body.style.color }), "")
  await assert.rejects(page.evaluate(() => { throw new Error("on purpose") }), /on purpose/)
  await page.close()
})

test("the gateway loses responses of requests that the service has carried out, and can be offline", async () => {
  const page = await browser.newPage(`${gateway.url}/test`)
  gateway.dropResponses(1)
  const make = () => fetch("/v1/collections", {
    method: "POST", headers: {"content-type": "application/json"},
    body: JSON.stringify({id: "once", container: {width: 100, height: 100}, layout: {kind: "list"}, sections: []}),
  }).then(response => response.status, () => "lost")
  assert.equal(await page.evaluate(make), "lost")
  assert.equal((await service.ask("GET", "/v1/collections/once")).status, 200)
  gateway.offline(true)
  assert.equal(await page.evaluate(make), "lost")
  gateway.offline(false)
  assert.equal(await page.evaluate(make), 409)
  await page.close()
})

test("a restarted service is at the same address", async () => {
  const url = service.url
  await service.restart()
  assert.equal(service.url, url)
  assert.equal((await service.ask("GET", "/healthz")).status, 200)
})
