import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { startPlayground } from "./page.js"

// The short form leaves most examples out.
const step = process.env.TESSERA_WEB == "short" ? 6 : 1

let playground
before(async () => playground = await startPlayground())
after(() => playground?.stop())

const list = (count, more = "") => `{
  "container": {"width": 300, "height": 400},
  "layout": {"kind": "list", "rowHeight": 40, "sectionHeaderHeight": 30},
  "sections": [{"id": "all",
    "items": [${Array.from({ length: count }, (_, index) => `{"id": "r${index}"}`).join(", ")}]}]${more}
}`

test("every example opens without an error, under the strict policy and without a request to another origin",
  async () => {
  const page = await playground.open()
  const count = await page.evaluate(() => document.querySelectorAll(".example").length)
  assert.ok(count >= 28)
  for (let index = 0; index < count; index += step) {
    await page.evaluate(index => document.querySelectorAll(".example")[index].click(), index)
    await page.waitFor(index => document.querySelectorAll(".example")[index]
      .getAttribute("aria-selected") == "true", index)
    await page.settled()
    const shown = await page.waitFor(() => document.querySelectorAll("#layer .cell").length)
    assert.ok(shown > 1, `example ${index} shows ${shown} elements`)
  }
  await page.waitFor(count => [...document.querySelectorAll(".example svg")]
    .filter(({ childNodes }) => childNodes.length).length == count, count)
  assert.deepEqual(page.errors, [])
  const outside = page.requests.filter(url => !url.startsWith(playground.gateway.url)
    && !url.startsWith("data:"))
  assert.deepEqual(outside, [])
  await page.close()
})

test("writing changes the picture; a mistake is marked at its line and column, and the picture stays",
  async () => {
  const page = await playground.open()
  await page.write(list(5))
  await page.settled()
  await page.waitFor(() => document.querySelectorAll("#layer .cell").length == 6)
  assert.deepEqual((await page.cells()).r2, { x: 0, y: 110, width: 300, height: 40 })
  await page.write(list(5).replace('"height": 400', '"height": 400,'))
  await page.waitFor(() => document.querySelector("#problems b")?.textContent == "2:44")
  assert.equal(await page.evaluate(() => document.querySelectorAll("#layer .cell").length), 6)
  await page.write(list(5).replace('"list"', '"lst"'))
  await page.waitFor(() =>
    /lst.*did you mean "list"/.test(document.querySelector("#problems button")?.textContent))
  assert.equal(await page.evaluate(() => document.querySelector(".colours .error").textContent), '"lst"')
  await page.press("#problems button")
  assert.equal(await page.evaluate(() => getSelection().toString() || document.getElementById("text").value
    .slice(document.getElementById("text").selectionStart,
      document.getElementById("text").selectionEnd)), '"lst"')
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("completion offers the fields and values that fit, by keyboard alone", async () => {
  const page = await playground.open()
  await page.write('{"container": {"width": 300, "height": 400}, "layout": {"kind": |}, "sections": [{"itemCount": 9}]}')
  await page.key(" ", { control: true })
  await page.waitFor(() => document.querySelectorAll("#completions [role=option]").length == 13)
  for (const letter of '"wat') await page.type(letter)
  await page.waitFor(() =>
    document.querySelector("#completions [aria-selected=true] b")?.textContent == "waterfall")
  assert.equal(await page.evaluate(() => document.getElementById("text")
    .getAttribute("aria-activedescendant")), "completion-0")
  await page.key("Enter")
  await page.waitFor(() => document.getElementById("text").value.includes('"kind": "waterfall"}'))
  await page.settled()
  await page.write('{"container": {"width": 300, "height": 400, |}, "layout": {"kind": "list"}, "sections": [{"itemCount": 9}]}')
  await page.key(" ", { control: true })
  await page.waitFor(() =>
    document.querySelector("#completions [aria-selected=true] b")?.textContent == "insets")
  const names = await page.evaluate(() => [...document.querySelectorAll("#completions b")]
    .map(node => node.textContent))
  assert.deepEqual(names, ["insets", "scale", "layoutDirection", "contentSizeCategory", "fonts"])
  await page.key("ArrowDown")
  await page.key("ArrowDown")
  await page.key("Tab")
  await page.waitFor(() => document.querySelectorAll("#completions:not([hidden]) [role=option]").length == 2)
  await page.key("ArrowDown")
  await page.key("Enter")
  await page.waitFor(() =>
    document.getElementById("text").value.includes('"layoutDirection": "rightToLeft"}'))
  await page.settled()
  await page.write('{"container": {"width": 300, "height": 400}, "layout": {"kind": "list", "row|"}}')
  await page.type("H")
  await page.waitFor(() => document.querySelector("#completions:not([hidden]) b")?.textContent == "rowHeight")
  await page.key("Escape")
  await page.waitFor(() => document.getElementById("completions").hidden)
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("with a visible rect, scrolling changes it, and headers pin to it", async () => {
  const page = await playground.open()
  await page.write(list(60, ',\n  "visibleRect": [0, 0, 300, 400]'))
  await page.settled()
  await page.waitFor(() => document.querySelectorAll("#layer .cell").length == 11)
  const { x, y } = await page.at("#scroller")
  await page.wheel({ x, y, deltaY: 600 })
  await page.waitFor(() => {
    const text = document.getElementById("text").value, { visibleRect: [, y] } = JSON.parse(text)
    return y >= 600 && document.querySelector("#layer .pinned") && text.includes('"items": [{"id": "r0"}, {')
  })
  await page.settled()
  await page.waitFor(() => [...document.querySelectorAll("#layer .cell")]
    .some(({ textContent }) => textContent == "r20"))
  const cells = await page.cells(), { visibleRect } = await page.request()
  assert.equal(cells.all.y, 0)
  assert.equal(cells.r20.y, 30 + 20 * 40 - visibleRect[1])
  assert.ok(!cells.r1)
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("the visible rect is dragged in the map, and moved by keys", async () => {
  const page = await playground.open()
  await page.write(list(60, ',\n  "visibleRect": [0, 0, 300, 400]'))
  await page.settled()
  await page.waitFor(() =>
    Number(document.querySelector("#map .rect").getAttribute("aria-valuemax")) == 30 + 60 * 40 - 400)
  await page.drag("#map .rect", 0, 60)
  const dragged = await page.waitFor(() => JSON.parse(document.getElementById("text").value).visibleRect[1])
  assert.ok(dragged > 100)
  await page.focus("#map .rect")
  await page.key("Home")
  await page.waitFor(() => JSON.parse(document.getElementById("text").value).visibleRect[1] == 0)
  await page.key("PageDown")
  await page.waitFor(() => JSON.parse(document.getElementById("text").value).visibleRect[1] == 400)
  await page.settled()
  await page.waitFor(() => [...document.querySelectorAll("#layer .cell")]
    .some(({ textContent }) => textContent == "r12"))
  await page.press("#pins")
  await page.waitFor(() => !("visibleRect" in JSON.parse(document.getElementById("text").value)))
  await page.waitFor(() => document.querySelectorAll("#layer .cell").length == 61)
  await page.close()
})

test("a million rows scroll", async () => {
  const page = await playground.open("#million-rows")
  await page.settled()
  const before = await page.request()
  const { x, y } = await page.at("#scroller")
  await page.wheel({ x, y, deltaY: 300 })
  await page.waitFor(y => JSON.parse(document.getElementById("text").value).visibleRect[1] > y,
    before.visibleRect[1])
  await page.settled()
  const count = await page.evaluate(() => document.querySelectorAll("#layer .cell").length)
  assert.ok(count > 20 && count < 100, `${count} elements`)
  await page.close()
})

test("the width handle lays out again while it is dragged, with one request at a time", async () => {
  // Without the module, so that there are requests.
  playground.gateway.interceptFile = path => path.endsWith(".wasm") ? { status: 404, body: "" } : undefined
  const page = await playground.open()
  await page.write(list(5))
  await page.settled()
  playground.gateway.latency = 60
  playground.gateway.log.length = 0
  await page.drag("#handle", 50, 0, 20)
  await page.waitFor(() => JSON.parse(document.getElementById("text").value).container.width > 350)
  const { container: { width } } = await page.request()
  await page.waitFor(width => document.querySelector("#layer .cell").offsetWidth == width, width)
  playground.gateway.latency = 0
  playground.gateway.interceptFile = undefined
  const requests = playground.gateway.log.filter(({ path }) => path.startsWith("/v1/layouts"))
    .sort((a, b) => a.began - b.began)
  assert.ok(requests.length > 0)
  for (const [index, { began }] of requests.entries()) if (index) assert.ok(requests[index - 1].ended <= began, "two requests at a time")
  await page.focus("#handle")
  await page.key("ArrowLeft")
  await page.waitFor(width => JSON.parse(document.getElementById("text").value).container.width == width,
    width - 10)
  await page.waitFor(width => document.activeElement.id == "handle"
    && document.getElementById("width").value == `${width}`, width - 10)
  await page.close()
})

test("scale, direction, text size and width are members of the container, and their defaults are left out",
  async () => {
  const page = await playground.open("#bird-tags")
  await page.settled()
  const container = () => page.request().then(({ container }) => container)
  await page.focus("#scale")
  await page.key("1")
  await page.waitFor(() => JSON.parse(document.getElementById("text").value).container.scale == 1)
  await page.press("#direction")
  await page.waitFor(() =>
    JSON.parse(document.getElementById("text").value).container.layoutDirection == "rightToLeft")
  await page.settled()
  const first = await page.evaluate(() =>
    parseFloat(document.querySelector("#layer [class*=tint]").style.transform.slice(10)))
  await page.press("#direction")
  await page.waitFor(() =>
    !("layoutDirection" in JSON.parse(document.getElementById("text").value).container))
  await page.waitFor(first =>
    parseFloat(document.querySelector("#layer [class*=tint]").style.transform.slice(10)) < first, first)
  await page.focus("#category")
  for (const letter of "acc") await page.key(letter)
  await page.waitFor(() =>
    JSON.parse(document.getElementById("text").value).container.contentSizeCategory == "accessibilityMedium")
  await page.focus("#width")
  await page.evaluate(() => document.getElementById("width").select())
  await page.type("500")
  await page.key("Enter")
  await page.waitFor(() => JSON.parse(document.getElementById("text").value).container.width == 500)
  await page.settled()
  assert.equal((await container()).scale, 1)
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("the inspector shows the element under the pointer or with the focus, and the editor its description",
  async () => {
  const page = await playground.open()
  await page.write(list(5))
  await page.settled()
  await page.waitFor(() => document.querySelectorAll("#layer .cell").length == 6)
  const { x, y } = await page.at("#layer .cell:nth-child(3)")
  await page.pointer("move", x, y)
  await page.waitFor(() =>
    /^r1cell \[0, 1\]x 0y 70300 × 40/.test(document.getElementById("inspector").textContent))
  assert.equal(await page.evaluate(() => document.querySelector(".colours .here").textContent), "{")
  await page.focus("#layer .cell[tabindex='0']")
  await page.key("End")
  await page.waitFor(() => /^r4cell \[0, 4\]/.test(document.getElementById("inspector").textContent))
  await page.key("ArrowUp")
  await page.waitFor(() => /^r3cell/.test(document.getElementById("inspector").textContent))
  await page.focus("#text")
  await page.evaluate(() => {
    const area = document.getElementById("text"), at = area.value.indexOf('"r2"')
    area.setSelectionRange(at + 1, at + 1)
  })
  await page.waitFor(() => document.querySelector("#layer .cell.here")?.textContent == "r2")
  await page.waitFor(() => /^id string.*client's name/.test(document.getElementById("field").textContent))
  await page.close()
})

test("sections that scroll across are scrollers of their own", async () => {
  const page = await playground.open("#compositional-carousel")
  await page.settled()
  await page.waitFor(() => document.querySelectorAll(".strip .cell").length > 5)
  const { x, y } = await page.at(".strip")
  await page.wheel({ x, y, deltaX: 120 })
  await page.waitFor(() => document.querySelector(".strip").scrollLeft >= 100)
  await page.close()
})
