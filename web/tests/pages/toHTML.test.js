// Runs in Firefox too.
import assert from "node:assert/strict"
import {test} from "node:test"
import {escape, toHTML} from "../../client/pages.js"
import {createMessages, firstScreen, message} from "./support.js"
import {setUp} from "../support/setup.js"

const render = ({content}) => `<h3>${escape(content.title)}</h3><p>${escape(content.body)}</p>`
const page = html => `<!doctype html><title>Rendered</title><style>body{margin:0}#inbox{width:360px;height:480px}`
  + `h3,p{margin:0}</style>${html}`

let service, gateway, browser
const pages = {}
setUp(pages, parts => ({service, gateway, browser} = parts))

test("a rendered page has every element in its frame without a script", async () => {
  const collection = await createMessages(service.url, "frames", Array.from({length: 200}, (_, n) => message(`m${n}`)))
  const outcome = await firstScreen(collection)
  pages["/frames"] = page(toHTML(outcome, render, {id: "inbox", label: "Inbox"}))
  const shown = await browser.newPage(`${gateway.url}/frames`)
  const rects = await shown.evaluate(() => [...document.querySelectorAll(".tessera-cell")].map(node => {
    const {x, y, width, height} = node.getBoundingClientRect()
    return {title: node.querySelector("h3").textContent, x, y, width, height}
  }))
  assert.deepEqual(rects, outcome.appeared.map(({content, frame}) => ({title: content.title, ...frame})))
  assert.equal(await shown.evaluate(() => document.getElementById("inbox").scrollHeight), outcome.contentSize.height)
  assert.deepEqual(await shown.evaluate(() => {
    const {role, ariaLabel, firstChild} = document.getElementById("inbox")
    const {ariaPosInSet, ariaSetSize} = firstChild.querySelector("[role=listitem]")
    return {role, ariaLabel, ariaPosInSet, ariaSetSize}
  }), {role: "list", ariaLabel: "Inbox", ariaPosInSet: "1", ariaSetSize: "200"})
  await shown.close()
})

const hostile = ["</script><script>window.broken = 1</script>", "\"'><img src=x onerror=window.broken=1>", "\u2028\u2029",
  "<!--<script>", "</style><script>window.broken=1</script>", "&lt;", "]]>", "{\"a\":\"\\u003c\"}"]

test("texts and ids of any kind stay texts", async () => {
  const collection = await createMessages(service.url, "hostile", hostile.map((text, n) => message(`h${n}`, text)))
  const outcome = await firstScreen(collection)
  pages["/hostile"] = page(toHTML(outcome, render, {id: "in\"b<o>x", label: hostile[1]}))
  const shown = await browser.newPage(`${gateway.url}/hostile`)
  const found = await shown.evaluate(() => ({
    bodies: [...document.querySelectorAll(".tessera-cell p")].map(({textContent}) => textContent),
    label: document.querySelector(".tessera").ariaLabel, id: document.querySelector(".tessera").id,
    state: JSON.parse(document.querySelector("script[type='application/json']").textContent),
    top: document.querySelectorAll(".tessera-cell")[1].getBoundingClientRect().top,
    broken: window.broken ?? null,
  }))
  assert.deepEqual(found, {bodies: hostile, label: hostile[1], id: "in\"b<o>x", state: outcome,
    top: outcome.appeared[1].frame.y, broken: null})
  await shown.close()
})
