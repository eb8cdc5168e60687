// How a view reports mistakes of the page, and requests that fail.

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { skip } from "../cells/module.js"
import "../support/browser.js"
import { eventually, sleep } from "../support/wait.js"
import { openStage, rows, updates } from "./stage.js"

const list = {kind: "list", rowHeight: 50}

let stage
before(async () => { stage = await openStage() })
after(() => stage?.close())

/** Opens a page with a view that may show nothing. */
async function open(id, options = {}, path = "/view") {
  const page = await stage.browser.newPage(
    `${stage.gateway.url}${path}?id=${id}&options=${encodeURIComponent(JSON.stringify(options))}`)
  await page.waitFor(() => Boolean(window.view))
  return page
}

const warnings = page => page.console.filter(text => text.startsWith("tessera: "))
const errorCodes = () => events.filter(({name}) => name == "error").map(({detail}) => detail.problem.code)

test("setLayout rejects a layout with a mistake, and the view keeps the one that it had", async () => {
  await stage.create("layouts", list, [{items: rows(100)}])
  const page = await stage.show("layouts", {layout: {kind: "list", rowHeight: 40}})
  const pointer = await page.evaluate(() => view.setLayout({kind: "grd"}).then(() => "none", ({errors}) => errors[0].pointer))
  assert.match(pointer, /^\/layout/)
  await page.waitFor(() => view.session.isIdle)
  assert.equal(await page.evaluate(() => view.mirror.get("m1").frame.y), 40)
  await eventually(() => warnings(page).length)
  assert.equal(warnings(page).length, 1)
  assert.match(warnings(page)[0], /\/layout/)
  await page.evaluate(() => view.setLayout({kind: "list", rowHeight: 30}))
  await page.waitFor(() => view.mirror.get("m1").frame.y == 30)
  assert.deepEqual(await page.evaluate(errorCodes), ["invalid_request"])
  await page.close()
})

test("an element without a height says so once", async () => {
  await stage.create("flat", list, [{items: rows(10)}])
  const page = await open("flat")
  await page.evaluate(() => {
    const flat = document.createElement("div"), hidden = document.createElement("div")
    hidden.style.display = "none"
    document.body.append(flat, hidden)
    window.codes = []
    for (const [name, node] of Object.entries({flat, hidden})) {
      node.addEventListener("tessera-error", ({detail}) => codes.push(`${name} ${detail.problem.code}`))
    }
    const View = view.constructor
    new View(flat, {collection})
    new View(hidden, {collection})
  })
  await page.waitFor(() => codes.length > 0)
  await sleep(200)
  assert.deepEqual(await page.evaluate(() => codes), ["flat element_without_height"])
  await eventually(() => warnings(page).length)
  assert.deepEqual(warnings(page).map(text => /\((.*)\)/.exec(text)[1]), ["element_without_height"])
  await page.close()
})

test("a way to measure that there is none of, and templates without a choice, are reported once, and the rows stay", async () => {
  await stage.create("options", list, [{items: rows(100)}])
  const templates = {a: {type: "flex", children: []}, b: {type: "flex", children: []}}
  const wrong = [[{measure: "pages"}, /"pages"/], ...skip ? [] : [[{measure: "page", templates}, /"cell"/]]]
  for (const [options, pattern] of wrong) {
    const page = await open("options", options)
    await eventually(() => warnings(page).length)
    assert.match(warnings(page)[0], pattern)
    assert.deepEqual(await page.evaluate(errorCodes), ["invalid_option"])
    await page.waitFor(() => view.cells.size > 0)
    await page.close()
  }
})

test("a collection that does not exist closes the view with that reason", async () => {
  const page = await open("nowhere")
  await eventually(() => warnings(page).length)
  assert.match(warnings(page)[0], /nowhere/)
  await page.evaluate(() => {
    const other = document.createElement("div")
    other.style.height = "100px"
    document.body.append(other)
    other.addEventListener("tessera-closed", ({detail}) => { window.ending = detail })
    new view.constructor(other, {collection})
  })
  await page.waitFor(() => Boolean(window.ending))
  assert.deepEqual(await page.evaluate(() => [ending.reason, ending.problem.status]), ["collection_not_found", 404])
  assert.equal(warnings(page).length, 1)
  await page.close()
})

test("a token that the service refuses is reported once, however often the view tries", async () => {
  await stage.create("guarded", list, [{items: rows(10)}])
  let requests = 0
  stage.gateway.intercept = ({path}) => {
    if (!/viewports/.test(path)) return undefined
    requests++
    return {status: 401, body: {status: 401, code: "unauthorized", title: "Unauthorized", detail: "The token is unknown."}}
  }
  try {
    const page = await open("guarded")
    await eventually(() => requests >= 3)
    await page.waitFor(() => events.some(({name}) => name == "error"))
    assert.deepEqual(await page.evaluate(errorCodes), ["unauthorized"])
    await eventually(() => warnings(page).length)
    assert.deepEqual(warnings(page), ["tessera: guarded: The token is unknown. (unauthorized)"])
    stage.gateway.intercept = undefined
    await page.waitFor(() => view.cells.size > 0)
    await page.close()
  } finally {
    stage.gateway.intercept = undefined
  }
})

test("a stream that the service does not open is reported once, with its problem", async () => {
  await stage.create("streamless", list, [{items: rows(100)}])
  let requests = 0
  stage.gateway.intercept = ({path}) => {
    if (!/\/events/.test(path)) return undefined
    requests++
    return {status: 503, body: {status: 503, code: "too_many_streams", title: "Too many streams", detail: "No stream is left."}}
  }
  try {
    const page = await open("streamless")
    await eventually(() => requests >= 3)
    await page.waitFor(() => events.some(({name}) => name == "error"))
    assert.deepEqual(await page.evaluate(errorCodes), ["too_many_streams"])
    await eventually(() => warnings(page).length)
    assert.deepEqual(warnings(page), ["tessera: streamless: No stream is left. (too_many_streams)"])
    await page.close()
  } finally {
    stage.gateway.intercept = undefined
  }
})

test("the function of update runs before update returns", async () => {
  await stage.create("builders", list, [{items: rows(10)}])
  const page = await open("builders")
  assert.deepEqual(await page.evaluate(() => {
    const ran = []
    view.update(batch => (ran.push("view"), batch.delete(["m1"])))
    collection.update(batch => (ran.push("collection"), batch.delete(["m2"])))
    return ran
  }), ["view", "collection"])
  await page.waitFor(() => view.mirror.get("m3")?.indexPath[1] == 1)
  await page.close()
})

test("a change by another client at the same time leaves no error in the console", async () => {
  await stage.create("races", list, [{items: rows(100)}])
  const page = await stage.show("races"), {gateway, service} = stage
  const entries = []
  page.onEvent = (method, {entry}) => method == "Log.entryAdded" && entries.push(entry.text)
  gateway.silent(true)
  let isHeld = true
  gateway.log.length = 0
  gateway.intercept = async ({headers}) => {
    if (isHeld && headers.prefer) {
      isHeld = false
      await updates(service, "races", [{op: "deleteItems", ids: ["m0"]}])
    }
  }
  try {
    await page.evaluate(() => view.update(batch => batch.delete(["m5"])))
  } finally {
    gateway.intercept = undefined
    gateway.silent(false)
  }
  assert.equal(isHeld, false)
  const mismatches = gateway.log.filter(({headers}) => headers.prefer == "version-mismatch=200")
  assert.ok(mismatches.length >= 2, "the change was sent again")
  assert.deepEqual(gateway.log.filter(({status}) => status >= 400).map(({status}) => status), [])
  assert.deepEqual(entries, [])
  await page.waitFor(() => !view.mirror.get("m5") && !view.mirror.get("m0"))
  await page.close()
})
