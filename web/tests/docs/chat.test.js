import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { test } from "node:test"
import { promisify } from "node:util"
import { setUp } from "../support/setup.js"
import { codeBlocks } from "./blocks.js"

const run = promisify(execFile)
const blocks = codeBlocks("docs/chat.md"), pages = {}
const block = (language, part = "") =>
  blocks.find(block => block.language == language && block.text.includes(part)).text
let service, gateway, browser
setUp(pages, parts => ({service, gateway, browser} = parts))

const items = (first, count) => Array.from({length: count}, (_, index) => ({
  id: `n${first + index}`, content: `n${first + index} ${"and so on ".repeat((first + index) % 9)}`,
}))

const update = (...updates) => service.ask("POST", "/v1/collections/chat/updates", {updates})

/** Notes the rows that are seen in each frame, from the first frame with rows. */
function watchFrames() {
  window.frames_ = []
  const look = () => {
    const list = document.getElementById("list")
    const {top, bottom} = list?.getBoundingClientRect() ?? {}
    const seen = [...document.querySelectorAll(".tessera-cell")].filter(node => {
      const rect = node.getBoundingClientRect()
      return rect.bottom > top + 1 && rect.top < bottom - 1
    })
    if (seen.length) frames_.push(seen.map(({textContent}) => textContent.split(" ")[0]))
    requestAnimationFrame(look)
  }
  look()
}

test("the chat opens at its end, keeps its place while older messages come, and counts new ones", async () => {
  const url = new URL(service.url)
  await run("bash", ["-euc", block("sh").replaceAll("localhost:8080", url.host)])
  await update({op: "insertItems", section: "all", edge: "end", items: items(0, 60)})
  // The page is parsed with the watcher in front, so that no frame is missed.
  const html = block("html").replaceAll("http://localhost:8080", gateway.url)
  pages["/chat"] = html.replace("<script", `<script>(${watchFrames})()</script><script`)
    .replace(/<\/script>\s*$/, "Object.assign(window, {view, list})</script>")
  const page = await browser.newPage(`${gateway.url}/chat`)
  await page.waitFor(() => [...document.querySelectorAll(".tessera-cell")].some(({textContent}) => textContent.startsWith("n59")))
  await page.waitFor(() => window.frames_.length > 30)
  const frames = await page.evaluate(() => frames_.map(seen => seen.includes("n59")))
  assert.deepEqual(frames.filter(isAtEnd => !isAtEnd), [], "frames of other rows")

  // The reader goes up.
  const list = () => document.getElementById("list")
  await page.evaluate(`(${list})().scrollTop -= 900`)
  const first = await page.waitFor(() => new Promise(done => document.getElementById("list")
    .addEventListener("tessera-settle", () => done(frames_.at(-1)[1]), {once: true})))
  const top = id => [...document.querySelectorAll(".tessera-cell")]
    .find(({textContent}) => textContent.split(" ")[0] == id)?.getBoundingClientRect().top
  const before = await page.evaluate(top, first)
  await update({op: "insertItems", section: "all", edge: "start", items: items(100, 20)})
  await update({op: "insertItems", section: "all", edge: "end", items: items(200, 2)})
  await page.waitFor(() => document.getElementById("newest").textContent == "2 new")
  assert.ok(Math.abs(await page.evaluate(top, first) - before) < 1, first)

  // The button leads to the first of them, and there is nothing left to count at the end.
  await page.evaluate(() => document.getElementById("newest").click())
  await page.waitFor(() => frames_.at(-1).includes("n200"))
  await page.waitFor(() => document.getElementById("newest").hidden)

  // A message of the user, and an answer that grows.
  const runs = part => page.evaluate(`(async () => { ${block("js", part)} })()`)
  await runs("Here I am.")
  await page.waitFor(() => frames_.at(-1).includes("Here"))
  await runs("The whole answer.")
  await page.waitFor(() => frames_.at(-1).includes("The"))

  // At the start, older messages are loaded once, and the row that is seen first stays.
  await page.evaluate(`isLoading = false; loadOlder = async () => ${JSON.stringify(items(300, 5))}; ${block("js", "loadOlder")}`)
  await page.evaluate(() => view.scrollTo("n108", {position: "top"}))
  await page.waitFor(() => view.mirror.get("n304"))
  await page.waitFor(() => frames_.at(-1)[0] == "n108")
  const last = await page.evaluate(() => frames_.slice(frames_.findIndex(([first]) => first == "n108")))
  assert.deepEqual([...new Set(last.map(([first]) => first))], ["n108"])
  assert.deepEqual(page.errors, [])
  await page.close()
})
