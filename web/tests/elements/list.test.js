// Runs in Firefox too.
import assert from "node:assert/strict"
import {test} from "node:test"
import {createMessages, message} from "../pages/support.js"
import {setUp} from "../support/setup.js"

const html = (body, script = "") => `<!doctype html><title>List</title>
<style>body{margin:0}tessera-list{display:block;width:360px;height:480px}h3,p{margin:0}</style>${body}
<script type="module">import "/client/elements.js"; window.ready = true; ${script}</script>`
const template = `<template data-name="message"><h3 data-text="title"></h3><p data-text="body"></p>`
  + `<i data-text="nothing">?</i></template><template><b>another</b></template>`

let service, gateway, browser
const pages = {}
setUp(pages, parts => ({service, gateway, browser} = parts))

async function open(path, body, script) {
  pages[path] = html(body, script)
  const page = await browser.newPage(gateway.url + path)
  await page.waitFor(() => window.ready)
  return page
}

const titles = selector => [...document.querySelectorAll(`${selector} .tessera-cell h3`)].map(({textContent}) => textContent)

test("a list in HTML shows its collection by its templates", async () => {
  const collection = await createMessages(service.url, "shown", [message("m0"), message("m1"), {id: "plain"}])
  const page = await open("/shown", `<tessera-list src="/v1/collections/shown" aria-label="Shown">${template}</tessera-list>`)
  await page.waitFor(() => document.querySelectorAll(".tessera-cell").length == 3)
  const cells = await page.evaluate(() => [...document.querySelectorAll(".tessera-cell")].map(node => ({
    text: [...node.children].map(({localName, textContent}) => `${localName} ${textContent}`),
    height: node.getBoundingClientRect().height,
  })))
  const {attributes} = await collection.attributes({})
  assert.deepEqual(cells.map(({height}) => height), attributes.map(({frame}) => frame.height))
  assert.deepEqual(cells[0].text, ["h3 Message m0", `p ${message("m0").content.body}`, "i "])
  assert.deepEqual(cells[2].text, ["b another"])
  assert.equal(await page.evaluate(() => document.querySelectorAll("tessera-list > template").length), 2)
  await page.close()
})

test("contents and ids of any kind stay texts", async () => {
  const body = "<img src=x onerror=\"window.broken = 1\"></p></template><script>window.broken = 1</script>"
  await createMessages(service.url, "hostile", [message("m0", body)])
  const page = await open("/hostile", `<tessera-list src="/v1/collections/hostile">${template}</tessera-list>`)
  await page.waitFor(() => document.querySelector(".tessera-cell p"))
  assert.equal(await page.evaluate(() => document.querySelector(".tessera-cell p").textContent), body)
  assert.equal(await page.evaluate(() => window.broken ?? null), null)
  await page.close()
})

test("another collection, another layout and new items are shown when attributes and properties change", async () => {
  await createMessages(service.url, "one", [message("m0"), message("m1")])
  await createMessages(service.url, "two", [message("m7"), message("m8"), message("m9")])
  const page = await open("/changing", `<tessera-list src="/v1/collections/one">${template}</tessera-list>`)
  await page.waitFor(() => document.querySelectorAll(".tessera-cell").length == 2)
  await page.evaluate(() => document.querySelector("tessera-list").setAttribute("src", "/v1/collections/two"))
  await page.waitFor(() => document.querySelectorAll(".tessera-cell").length == 3)
  assert.deepEqual(await page.evaluate(titles, "tessera-list"), ["Message m7", "Message m8", "Message m9"])
  await page.evaluate(() => document.querySelector("tessera-list").setAttribute("layout", '{"kind": "grid", "columns": 2}'))
  await page.waitFor(() => new Set([...document.querySelectorAll(".tessera-cell")]
    .map(node => node.getBoundingClientRect().left)).size == 2)
  await page.evaluate(item => document.querySelector("tessera-list").items = [item], message("m5"))
  await page.waitFor(() => document.querySelectorAll(".tessera-cell:not([aria-hidden]) h3").length == 1
    && document.querySelector(".tessera-cell h3").textContent == "Message m5")
  await page.close()
})

test("insets are written as a margin, and a word that is no length is refused with its place", async () => {
  await createMessages(service.url, "covered", [message("m0"), message("m1")])
  const page = await open("/covered", `<tessera-list src="/v1/collections/covered" insets="60 0 90px">${template}</tessera-list>`)
  const top = () => Math.round(document.querySelector(".tessera-cell")?.getBoundingClientRect().top)
  await page.waitFor(() => document.querySelectorAll(".tessera-cell").length == 2)
  assert.equal(await page.evaluate(top), 60)
  assert.deepEqual(await page.evaluate(() => document.querySelector("tessera-list").view.seen),
    {x: 0, y: 0, width: 360, height: 480 - 60 - 90})
  await page.evaluate(() => document.querySelector("tessera-list").setAttribute("insets", "20"))
  await page.waitFor(() => Math.round(document.querySelector(".tessera-cell").getBoundingClientRect().top) == 20)
  await page.evaluate(() => {
    window.problems = []
    const list = document.querySelector("tessera-list")
    list.addEventListener("tessera-error", ({detail}) => problems.push(...detail.problem.errors.map(({pointer}) => pointer)))
    list.setAttribute("insets", "high")
  })
  await page.waitFor(() => problems.includes("/container/insets/top"))
  await page.evaluate(() => document.querySelector("tessera-list").removeAttribute("insets"))
  await page.waitFor(() => Math.round(document.querySelector(".tessera-cell").getBoundingClientRect().top) == 0)
  await page.close()
})

test("the lengths of a layout follow the text size of the list", async () => {
  await createMessages(service.url, "sized", [{id: "a"}, {id: "b"}], {kind: "list", rowHeight: 44, lengthsScaleWith: "body"})
  const page = await open("/sized",
    `<tessera-list src="/v1/collections/sized" content-size-category="accessibilityLarge">${template}</tessera-list>`)
  const isHigh = height => [...document.querySelectorAll(".tessera-cell")].map(node => node.offsetHeight).join() == `${height},${height}`
  await page.waitFor(isHigh, 85)
  await page.evaluate(() => document.querySelector("tessera-list").removeAttribute("content-size-category"))
  await page.waitFor(isHigh, 44)
  await page.close()
})

test("a list that is moved, removed while it loads, and put back shows its collection each time", async () => {
  await createMessages(service.url, "moved", [message("m0"), message("m1")])
  const page = await open("/moved", "<main></main><aside></aside>", `
    document.querySelector("main").innerHTML = '<tessera-list src="/v1/collections/moved">${template}</tessera-list>'
    const list = document.querySelector("tessera-list")
    list.remove()
    document.querySelector("aside").append(list)`)
  await page.waitFor(() => document.querySelectorAll("aside .tessera-cell").length == 2)
  await page.evaluate(() => window.list = document.querySelector("tessera-list"))
  await page.evaluate(() => list.remove())
  await page.waitFor(() => list.view === undefined && list.querySelectorAll(".tessera-cell").length == 0)
  await page.evaluate(() => document.querySelector("main").append(list))
  await page.waitFor(() => document.querySelectorAll("main .tessera-cell").length == 2)
  assert.deepEqual(await page.evaluate(() => window.list.view.visible.map(({id}) => id)), ["m0", "m1"])
  await page.close()
})

test("lists that were in the document before the script, and several on a page, each show their own", async () => {
  await createMessages(service.url, "left", [message("m0")])
  await createMessages(service.url, "right", [message("m1"), message("m2")])
  const page = await open("/several", `
    <tessera-list id="left" src="/v1/collections/left">${template}</tessera-list>
    <tessera-list id="right" src="/v1/collections/right" role="feed">${template}</tessera-list>`)
  await page.waitFor(() => document.querySelectorAll("#left h3").length == 1 && document.querySelectorAll("#right h3").length == 2)
  assert.deepEqual(await page.evaluate(titles, "#right"), ["Message m1", "Message m2"])
  assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll("#right .tessera-cell")].map(({role}) => role)),
    ["article", "article"])
  await page.close()
})

test("an address that is not one of a collection is an error, and the page goes on", async () => {
  const page = await open("/wrong", `<tessera-list src="/v1/layouts">${template}</tessera-list>`)
  assert.equal(await page.evaluate(() => document.querySelector("tessera-list").view === undefined), true)
  await createMessages(service.url, "right-after", [message("m0")])
  await page.evaluate(() => document.querySelector("tessera-list").setAttribute("src", "/v1/collections/right-after"))
  await page.waitFor(() => document.querySelectorAll(".tessera-cell").length == 1)
  await page.close()
})
