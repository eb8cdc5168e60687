// Runs in Firefox too.
import assert from "node:assert/strict"
import {test} from "node:test"
import {Tessera} from "../../client/service/Tessera.js"
import {setUp} from "../support/setup.js"

const html = body => `<!doctype html><title>Layout</title>
<style>body{margin:0}tessera-layout{width:400px}p{margin:0;font:16px/20px monospace}</style>${body}
<script type="module">
  document.addEventListener("tessera-change", () => window.changes = (window.changes ?? 0) + 1)
  document.addEventListener("tessera-error", ({detail}) => window.problem = detail.problem)
  import("/client/elements.js")
</script>`

let service, gateway, browser
const pages = {}
setUp(pages, parts => ({service, gateway, browser} = parts))

async function open(path, body) {
  pages[path] = html(body)
  const page = await browser.newPage(gateway.url + path)
  await page.waitFor(() => window.changes || window.problem)
  return page
}

const rects = selector => [...document.querySelectorAll(selector)].map(node => {
  const {x, y, width, height} = node.getBoundingClientRect()
  return {x, y, width, height}
})
const frames = (attributes, category = "cell") => attributes.filter(element => element.category == category).map(({frame}) => frame)

test("pictures stand in justified rows, as the service lays out their ratios", async () => {
  const sizes = [[300, 200], [200, 200], [160, 240], [400, 240], [200, 300], [320, 200]]
  const children = sizes.map(([width, height]) => `<span width="${width}" height="${height}"></span>`).join("")
  const layout = {kind: "justified", targetRowHeight: 120}
  const page = await open("/pictures", `<tessera-layout layout='${JSON.stringify(layout)}'>${children}</tessera-layout>`)
  const expected = await new Tessera(service.url).layout({
    container: {width: 400, height: 600}, layout, sections: [{items: sizes.map(([w, h]) => ({aspectRatio: w / h}))}],
  })
  assert.deepEqual(await page.evaluate(rects, "span"), frames(expected.attributes))
  assert.equal(await page.evaluate(() => document.querySelector("tessera-layout").offsetHeight), expected.contentSize.height)
  await page.close()
})

test("texts get the height that they take in the width of their column, and follow its changes", async () => {
  const texts = [3, 30, 9, 17, 1].map(count => `<p>${"words ".repeat(count)}</p>`).join("")
  const page = await open("/texts", `<tessera-layout layout='{"kind": "waterfall", "columnCount": 2}'>${texts}</tessera-layout>`)
  const areTight = () => [...document.querySelectorAll("p")].every(node => {
    const copy = document.body.appendChild(node.cloneNode(true))
    Object.assign(copy.style, {height: "auto", transform: "none", visibility: "hidden"})
    const isTight = Math.abs(copy.offsetHeight - node.offsetHeight) < 1
    copy.remove()
    return isTight
  })
  assert.equal(await page.evaluate(areTight), true)
  const [wide] = await page.evaluate(rects, "p")
  await page.evaluate(() => document.querySelector("tessera-layout").style.width = "260px")
  await page.waitFor(before => document.querySelector("p").offsetWidth < before, wide.width)
  await page.waitFor(areTight)
  await page.evaluate(() => document.querySelectorAll("p")[1].remove())
  await page.waitFor(() => {
    const ends = [...document.querySelectorAll("p")].map(node => node.getBoundingClientRect().bottom)
    return Math.abs(Math.max(...ends) - document.querySelector("tessera-layout").offsetHeight) < 1
  })
  await page.close()
})

test("sections are shown by templates, and an item that stays keeps its node", async () => {
  const page = await open("/sections", `<tessera-layout layout='{"kind": "list", "rowHeight": 40, "sectionHeaderHeight": 20}'>
    <template data-name="header"><b>Header</b></template><template><span data-text></span></template></tessera-layout>`)
  const show = ids => {
    document.querySelector("tessera-layout").sections = [{items: ids.map(id => ({id}))}]
  }
  await page.evaluate(show, ["a", "b", "c"])
  await page.waitFor(() => document.querySelectorAll("tessera-layout > div").length == 4)
  await page.evaluate(() => window.c = document.querySelector('[data-tessera="id/c"]'))
  await page.evaluate(show, ["c", "a"])
  await page.waitFor(() => document.querySelectorAll("tessera-layout > div").length == 3)
  assert.equal(await page.evaluate(() => window.c.isConnected && window.c.getBoundingClientRect().y), 20)
  await page.close()
})

test("a layout that is rejected is an event with the problem, and the next one is shown", async () => {
  const page = await open("/rejected", `<tessera-layout layout='{"kind": "waterfal"}'><span width="10" height="10"></span></tessera-layout>`)
  const {status, pointer} = await page.evaluate(() => ({status: problem.status, pointer: problem.errors[0].pointer}))
  assert.deepEqual({status, pointer}, {status: 422, pointer: "/layout/kind"})
  await page.evaluate(() => document.querySelector("tessera-layout").setAttribute("layout", "waterfall"))
  await page.waitFor(() => window.changes)
  await page.close()
})
