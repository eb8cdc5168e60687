import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { startPlayground } from "./page.js"

let playground
before(async () => playground = await startPlayground({flags: ["--keys", "secret-key-of-the-test"]}))
after(() => playground?.stop())

test("a service with keys asks for one, and the copied texts do not contain it", async () => {
  const page = await playground.open("#reading-list-before")
  await page.waitFor(() => !document.getElementById("key-form").hidden)
  await page.focus("#key")
  await page.type("secret-key-of-the-test")
  await page.key("Enter")
  await page.settled()
  await page.waitFor(() => document.querySelectorAll("#layer .cell").length == 7)
  await page.press("#tab-curl")
  const text = await page.waitFor(() => /^curl/.test(document.getElementById("output-text").textContent)
    && document.getElementById("output-text").textContent)
  assert.ok(text.includes("$TESSERA_KEY") && !text.includes("secret-key"))
  assert.ok(!(await page.evaluate(() => Object.values(localStorage).concat(Object.values(sessionStorage))
    .join())).includes("secret-key"))
  await page.close()
})
