// Rows whose content changes while they are shown. Runs in Firefox too.
import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { browserName } from "../support/browser.js"
import { builtModule } from "../support/builtModule.js"
import { root } from "../support/repository.js"
import { eventually, sleep } from "../support/wait.js"
import { faults, openStage, rows, settle, updates } from "./stage.js"

const isShort = process.env.TESSERA_WEB == "short"
const automatic = {kind: "list", rowHeight: "automatic"}
const picture = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='200' height='150'/>"
let stage
before(async () => { stage = await openStage({isStored: true, style: ".tessera-cell { white-space: pre-line } .tessera-cell img, details { display: block }"}) })
after(() => stage?.close())

/** A view of measured rows, in which nothing moves any more. */
async function show(id, {layout = automatic, items = rows(200), options = {}, query} = {}) {
  await stage.create(id, layout, [{items}])
  const page = await stage.show(id, {measure: "dom", ...options}, query)
  await settle(page)
  return page
}

/**
 * Counts frames in which a cell in sight has cut text, or is apart from the next one, and how far a row moves. Runs in the
 * page, after the layout of each frame.
 */
function watch(reading) {
  const {element, layer} = view, flag = document.createElement("div")
  const found = window.watched = {frames: 0, cut: 0, apart: 0, moved: 0}
  Object.assign(flag.style, {position: "fixed", width: "1px", height: "1px", visibility: "hidden"})
  document.body.append(flag)
  let start
  new ResizeObserver(() => {
    const {top, bottom} = element.getBoundingClientRect()
    const cells = [...view.cells.values()].filter(({parent}) => parent == layer)
      .map(cell => ({cell, rect: cell.node.getBoundingClientRect()}))
      .filter(({rect}) => rect.bottom > top && rect.top < bottom).sort((a, b) => a.rect.top - b.rect.top)
    found.frames++
    if (cells.some(({cell: {node}}) => node.scrollHeight > node.clientHeight + 1)) found.cut++
    if (cells.slice(1).some(({rect}, index) => Math.abs(rect.top - cells[index].rect.bottom) > 1)) found.apart++
    const read = cells.find(({cell}) => cell.element.id == reading)?.rect.top ?? NaN
    start ??= read
    found.moved = Math.max(found.moved, Math.abs(read - start))
  }).observe(flag)
  requestAnimationFrame(function frame() {
    flag.style.width = flag.offsetWidth == 1 ? "2px" : "1px"
    requestAnimationFrame(frame)
  })
}

/** Adds words to rows, 30 times a second. Runs in the page. */
function stream(ids, count) {
  return new Promise(done => {
    const timer = setInterval(() => {
      for (const id of ids) {
        const node = view.cells.get(view.mirror.get(id)?.key)?.node
        if (node) node.append(" and another word")
      }
      if (!--count) done(clearInterval(timer))
    }, 33)
  })
}

/** The requests of views about a collection since a time. */
const requests = (id, since) => stage.gateway.log.filter(({method, path, began}) =>
  method != "GET" && path.includes(`/${id}/`) && began >= since)

/** Fails if more than ten requests began within a second, or if two were on their way at once. */
function assertFew(sent) {
  for (const {began} of sent) {
    const count = sent.filter(other => other.began >= began && other.began < began + 1000).length
    assert.ok(count <= 10, `${count} requests in a second`)
  }
  sent.slice(1).forEach(({began}, index) => assert.ok(began >= sent[index].ended, "two requests at once"))
}

/** Fails if a frame was wrong, or if the page and the service do not agree in the end. */
async function assertRight(page, {moved = 1} = {}) {
  const watched = await page.evaluate(() => watched)
  assert.ok(watched.frames > 10, `${watched.frames} frames`)
  assert.equal(watched.cut, 0, `${watched.cut} of ${watched.frames} frames have cut text`)
  assert.equal(watched.apart, 0, `${watched.apart} of ${watched.frames} frames have gaps or overlaps`)
  assert.ok(watched.moved <= moved, `the row that is read has moved by ${watched.moved} px`)
  await settle(page)
  assert.deepEqual(await page.evaluate(faults), [])
  assert.deepEqual(page.errors, [])
}

for (const [latency, slowness] of isShort ? [[100, 1]] : [[0, 1], [40, 1], [100, 1], [300, 1], [40, 4]]) {
  const conditions = `at ${latency} ms of latency${slowness > 1 ? ` and a CPU ${slowness} times as slow` : ""}`
  if (slowness > 1 && browserName != "chromium") continue

  test(`text that streams into rows in sight and above is never cut, ${conditions}`, async () => {
    const id = `stream-${latency}-${slowness}`, page = await show(id)
    await page.evaluate(() => view.scrollTo("m100", {position: "top"}))
    await settle(page)
    if (slowness > 1) await page.send("Emulation.setCPUThrottlingRate", {rate: slowness})
    stage.gateway.latency = latency
    const began = performance.now()
    await page.evaluate(watch, "m101")
    await page.evaluate(stream, ["m98", "m103", "m104"], isShort ? 40 : 90)
    const sent = requests(id, began)
    stage.gateway.latency = 0
    assert.ok(sent.length > 1, `${sent.length} requests`)
    assertFew(sent)
    await assertRight(page)
    await page.close()
  })
}

test("pictures without sizes, details, text areas and shown text make rows longer and shorter in the same frame", async () => {
  const page = await show("many")
  await page.evaluate(() => view.scrollTo("m50", {position: "top"}))
  await settle(page)
  await page.evaluate(watch, "m51")
  stage.gateway.latency = 100
  const began = performance.now()
  await page.evaluate(async picture => {
    const node = id => view.cells.get(view.mirror.get(id).key).node, frame = () => new Promise(requestAnimationFrame)
    const wait = async (count = 10) => { for (; count; count--) await frame() }
    const add = (id, name) => node(id).appendChild(document.createElement(name))
    for (const id of ["m48", "m52", "m53"]) add(id, "img").src = picture
    await wait()
    const details = add("m54", "details"), area = add("m52", "textarea")
    details.innerHTML = "<summary>More</summary>"
    details.append("a long text ".repeat(40))
    await wait()
    details.open = true
    area.style.height = "200px"
    await wait()
    details.open = false
    area.remove()
    node("m49").append(" shown".repeat(100))
    await wait()
    node("m49").textContent = "m49 less"
    node("m53").textContent = "m53 less"
    document.getElementById("list").style.fontSize = "18px"
    await wait(30)
  }, picture)
  stage.gateway.latency = 0
  assertFew(requests("many", began))
  // The row above which others have grown for another font stays too.
  await assertRight(page)
  await page.close()
})

test("a font that loads late makes rows longer and shorter in the same frame", async () => {
  const font = readFileSync(join(root, "examples/fonts/Boxes.ttf")).toString("base64")
  const page = await show("fonts", {items: rows(200)})
  await page.evaluate(() => view.scrollTo("m50", {position: "top"}))
  await settle(page)
  await page.evaluate(() => {
    document.getElementById("list").style.fontFamily = "Boxes, sans-serif"
    for (const {node, element} of view.cells.values()) node.append(" ab b a".repeat(element.indexPath[1] % 4 * 60))
  })
  await settle(page)
  const height = () => view.mirror.get("m51").frame.height
  const before = await page.evaluate(height)
  await page.evaluate(watch, "m50")
  const began = performance.now()
  await page.evaluate(async font => {
    const bytes = Uint8Array.from(atob(font), character => character.charCodeAt(0))
    document.fonts.add(await new FontFace("Boxes", bytes).load())
  }, font)
  await page.waitFor(before => view.mirror.get("m51").frame.height != before, before)
  await settle(page)
  assertFew(requests("fonts", began))
  await assertRight(page)
  await page.close()
})

test("a row that grows as the last one can be scrolled to its end before the service knows", async () => {
  const page = await show("tail", {items: rows(30)})
  await page.evaluate(() => view.scrollTo("m29", {position: "bottom"}))
  await settle(page)
  stage.gateway.latency = 3000
  await page.evaluate(() => {
    view.cells.get(view.mirror.get("m29").key).node.append(" and more".repeat(100))
    return new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))
  })
  await page.evaluate(() => { view.element.scrollTop = 1e6 })
  await page.waitFor(() => {
    const {bottom} = view.cells.get(view.mirror.get("m29").key).node.getBoundingClientRect()
    return Math.abs(bottom - 800) < 1
  })
  stage.gateway.latency = 0
  await settle(page)
  assert.deepEqual(await page.evaluate(faults), [])
  await page.close()
})

test("the row that is read stays in sight when it becomes short", async () => {
  const page = await show("short", {items: rows(60)})
  await page.evaluate(() => view.cells.get(view.mirror.get("m3").key).node.append(" word".repeat(2000)))
  await page.waitFor(() => view.mirror.get("m3").frame.height > 1000)
  await settle(page)
  await page.evaluate(() => {
    const {y, height} = view.mirror.get("m3").frame
    view.element.scrollTop = y + height / 2
  })
  await settle(page)
  const at = await page.evaluate(() => {
    const {key} = view.mirror.get("m3"), {node} = view.cells.get(key)
    node.textContent = "m3 is short"
    return new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))
      .then(() => [node.getBoundingClientRect().top, node.getBoundingClientRect().height])
  })
  assert.ok(at[0] <= 0 && at[0] + at[1] > 0, `the row is at ${at[0]}, ${at[1]} px high`)
  await settle(page)
  assert.deepEqual(await page.evaluate(faults), [])
  await page.close()
})

test("rows that were measured on an earlier visit grow too", async () => {
  const first = await show("again", {items: rows(40)})
  await first.close()
  const page = await stage.show("again", {measure: "dom"})
  await settle(page)
  assert.ok(await page.evaluate(() => view.visible.every(({estimated}) => !estimated)))
  await page.evaluate(watch, "m1")
  await page.evaluate(stream, ["m4"], isShort ? 20 : 45)
  await assertRight(page)
  await page.close()
})

test("rows whose size is fixed keep it, and the service is asked once", async () => {
  await stage.create("fixed", {kind: "list", rowHeight: 30}, [{items: rows(300)}])
  const page = await stage.show("fixed", {measure: "dom"})
  await settle(page)
  assert.deepEqual(await page.evaluate(faults), [])
  await page.evaluate(() => view.scrollTo("m200", {position: "top"}))
  await settle(page)
  assert.deepEqual(await page.evaluate(faults), [])
  const asking = requests("fixed", 0).filter(({json}) => json.measurements?.length)
  assert.equal(asking.length, 1)
  await page.close()
})

test("rows with a size of their own keep it among rows that are measured", async () => {
  const items = rows(40).map((item, index) => index % 4 ? item : {...item, size: [400, 33]})
  const page = await show("mixed", {items})
  assert.deepEqual(await page.evaluate(faults), [])
  assert.equal(await page.evaluate(() => view.mirror.get("m4").frame.height), 33)
  await page.evaluate(watch, "m1")
  await page.evaluate(() => view.cells.get(view.mirror.get("m2").key).node.append(" word".repeat(50)))
  await sleep(300)
  const {apart, moved} = await page.evaluate(() => watched)
  assert.deepEqual([apart, moved], [0, 0])
  await settle(page)
  assert.deepEqual(await page.evaluate(faults), [])
  await page.close()
})

test("cells of a grid become as high as the highest in their row, and lower again", async () => {
  const page = await show("grid", {layout: {kind: "grid", columns: 3, rowHeight: "automatic"}, items: rows(60)})
  const heights = () => page.evaluate(() => ["m0", "m1", "m2"].map(id =>
    Math.round(view.cells.get(view.mirror.get(id).key).node.getBoundingClientRect().height)))
  assert.deepEqual(await page.evaluate(faults), [])
  const before = await heights()
  assert.equal(new Set(before).size, 1)
  await page.evaluate(() => view.cells.get(view.mirror.get("m1").key).node.append(" word".repeat(200)))
  await page.waitFor(height => view.mirror.get("m1").frame.height > height + 100, before[0])
  await settle(page)
  assert.deepEqual(await page.evaluate(faults), [])
  assert.equal(new Set(await heights()).size, 1)
  await page.evaluate(() => { view.cells.get(view.mirror.get("m1").key).node.textContent = "m1" })
  await page.waitFor(height => view.mirror.get("m1").frame.height <= height, before[0])
  await settle(page)
  assert.deepEqual(await page.evaluate(faults), [])
  assert.deepEqual(page.errors, [])
  await page.close()
})

// It grows in 600 frames before the client gives it up.
const slow = {skip: isShort && "in the long form only"}
test("a cell that grows with every frame is left at a length, and one event and one warning say so", slow, async () => {
  const page = await show("endless", {items: rows(20)})
  const told = () => events.filter(({name, detail}) => name == "error" && detail.problem.code == "cell_grows").length
  const warned = () => page.console.filter(text => text.includes('The cell "m2" grows without end')).length
  await page.evaluate(() => {
    const {node} = view.cells.get(view.mirror.get("m2").key), box = node.appendChild(document.createElement("div"))
    window.grown = 0
    requestAnimationFrame(function frame() {
      box.style.height = `${++grown}px`
      requestAnimationFrame(frame)
    })
  })
  await page.waitFor(told)
  await eventually(warned)
  await settle(page)
  const left = await page.evaluate(() => ({height: view.mirror.get("m2").frame.height, grown}))
  await page.waitFor(before => grown > before + 50, left.grown)
  assert.equal(await page.evaluate(() => view.mirror.get("m2").frame.height), left.height)
  assert.deepEqual([await page.evaluate(told), warned()], [1, 1])
  await page.close()
})

test("measurements of a row that another client deletes are dropped", async () => {
  const page = await show("deleted", {items: rows(40)})
  stage.gateway.latency = 400
  await page.evaluate(() => {
    for (const id of ["m3", "m5"]) view.cells.get(view.mirror.get(id).key).node.append(" word".repeat(100))
  })
  const {status} = await updates(stage.service, "deleted", [{op: "deleteItems", ids: ["m3"]}])
  assert.equal(status, 200)
  await page.waitFor(() => !view.mirror.get("m3") && view.mirror.get("m5").frame.height > 100)
  stage.gateway.latency = 0
  await settle(page)
  assert.deepEqual(await page.evaluate(faults), [])
  assert.deepEqual(await page.evaluate(() => events.filter(({name}) => name == "error").length), 0)
  await page.close()
})

test("a token that expires while text streams is renewed, and no size is lost", async () => {
  const page = await show("token", {items: rows(40), query: "&tokens"})
  const {authorization} = requests("token", 0).at(-1).headers
  stage.gateway.intercept = ({headers}) => headers.authorization == authorization
    ? {status: 401, body: {status: 401, code: "token_expired", title: "Token expired"}} : undefined
  await page.evaluate(watch, "m1")
  await page.evaluate(stream, ["m3"], 45)
  stage.gateway.intercept = undefined
  assert.ok(await page.evaluate(() => tokens >= 2))
  await assertRight(page)
  await page.close()
})

for (const measure of ["dom", "server"]) {
  test(`content that another client changes 30 times a second is never cut, measured by ${measure}`, async () => {
    const item = (id, count) => ({
      id, content: {text: `${id}${" x\n".repeat(count)}`}, ...measure == "server" && {size: [400, 21 + 20 * count]},
    })
    const layout = measure == "server" ? {kind: "list"} : automatic, id = `content-${measure}`
    const page = await show(id, {layout, items: rows(60).map(({id}) => item(id, 1)), options: {measure}})
    await page.evaluate(() => view.scrollTo("m20", {position: "top"}))
    await settle(page)
    await page.evaluate(watch, "m21")
    for (let count = 2; count < (isShort ? 20 : 40); count++) {
      const {status} = await updates(stage.service, id, [{op: "reconfigureItems", ids: ["m18", "m22"],
        items: [item("m18", count), item("m22", count)]}])
      assert.equal(status, 200)
      await sleep(33)
    }
    await assertRight(page)
    await page.close()
  })
}

test("text that streams is never cut where the page lays the list out", {
  skip: builtModule("first.wasm").skip,
}, async () => {
  const page = await show("engine", {options: {engine: "page"}})
  const began = performance.now()
  stage.gateway.latency = 100
  await page.evaluate(watch, "m1")
  await page.evaluate(stream, ["m3"], isShort ? 30 : 60)
  const sent = requests("engine", began)
  stage.gateway.latency = 0
  assertFew(sent)
  await assertRight(page)
  await page.close()
})
