// Runs in Firefox too.

import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { promisify } from "node:util"
import { root } from "../support/repository.js"
import { startPlayground } from "./page.js"

const run = promisify(execFile)

let playground, folder
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "tessera-copies-"))
  playground = await startPlayground()
})
after(async () => {
  await playground?.stop()
  await rm(folder, {recursive: true, force: true})
})

const output = page => page.evaluate(() => document.getElementById("output-text").textContent)

/** Runs a module as a page would, with the client of this repository. */
async function runModule(text) {
  const file = join(folder, "copied.mjs")
  await writeFile(file, text.replace(/from "[^"]*\/client\/tessera\.js"/,
    `from ${JSON.stringify(join(root, "web/client/tessera.js"))}`))
  return (await run(process.execPath, [file])).stdout
}

for (const mode of ["layout", "diff"]) {
  test(`the copied curl command and the copied module send the request of a ${mode}, with quotation marks in it`, async () => {
    const page = await playground.open("#reading-list-before")
    await page.settled()
    await page.write((await page.text()).replace("Emma", "L'Assommoir $HOME `x` \\\\ é"))
    if (mode == "diff") await page.press("#modes label:nth-child(2)")
    await page.settled()
    await page.press("#tab-response")
    const response = JSON.parse(await page.waitFor(() =>
      document.getElementById("output-text").textContent.includes("Assommoir")
      && document.getElementById("output-text").textContent))
    await page.press("#tab-curl")
    await page.waitFor(() => document.getElementById("output-text").textContent.startsWith("curl "))
    const {stdout} = await run("sh", ["-c", await output(page)])
    assert.deepEqual(JSON.parse(stdout), response)
    await page.press("#tab-javascript")
    await page.waitFor(() => document.getElementById("output-text").textContent.startsWith("import "))
    const printed = await runModule(await output(page))
    const elements = mode == "layout" ? response.attributes : response.changes
    assert.equal(printed.trim().split(/\n(?=\S)/).filter(line => !line.startsWith("}")).length,
      elements.length)
    assert.match(printed, /L'Assommoir \$HOME `x` \\ é/)
    assert.deepEqual(page.errors, [])
    await page.close()
  })
}

test("the style sheet is that of the service, and arrow keys move between the outputs", async () => {
  const page = await playground.open("#reading-list-before")
  await page.settled()
  await page.focus("#tab-response")
  await page.key("End")
  await page.waitFor(() => document.getElementById("output-text").textContent.startsWith(".tessera"))
  const {body} = await playground.service.ask("POST", "/v1/layouts?format=css", await page.request())
  assert.equal(await output(page), body)
  assert.equal(await page.evaluate(() => document.activeElement.id), "tab-css")
  await page.key("ArrowLeft")
  await page.waitFor(() => document.getElementById("output-text").textContent.startsWith("import "))
  await page.close()
})

test("the link carries the request, and opens the same one", async () => {
  const page = await playground.open("#reading-list-before")
  await page.settled()
  await page.write((await page.text()).replace("Emma", "Émile"))
  await page.press("#modes label:nth-child(2)")
  await page.settled()
  await page.press("#share")
  const link = await page.waitFor(() => location.hash.startsWith("#1") && location.href)
  const texts = [await page.text()]
  await page.press("#tab-after")
  texts.push(await page.text())
  await page.close()
  const other = await playground.open(new URL(link).hash)
  await other.settled()
  assert.equal(await other.evaluate(() => document.getElementById("main").dataset.mode), "diff")
  assert.equal(await other.text(), texts[0])
  assert.ok(texts[0].includes("Émile"))
  await other.press("#tab-after")
  assert.equal(await other.text(), texts[1])
  await other.close()
})
