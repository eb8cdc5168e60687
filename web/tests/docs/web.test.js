import assert from "node:assert/strict"
import {execFile} from "node:child_process"
import {existsSync, readFileSync} from "node:fs"
import {mkdtemp, rm, writeFile} from "node:fs/promises"
import {tmpdir} from "node:os"
import {join} from "node:path"
import {after, before, test} from "node:test"
import {promisify} from "node:util"
import {openBrowser} from "../support/browser.js"
import {startGateway} from "../support/gateway.js"
import {root} from "../support/repository.js"
import {startService} from "../support/service.js"
import {codeBlocks} from "./blocks.js"

const run = promisify(execFile)
const blocks = codeBlocks("docs/web.md"), used = new Set()
/** The only block of a language under a heading that contains a text. */
function block(heading, language, part = "") {
  const found = blocks.filter(block => block.heading == heading && block.language == language && block.text.includes(part))
  assert.equal(found.length, 1, `${found.length} blocks of ${language} under "${heading}" with "${part}"`)
  used.add(found[0])
  return found[0].text
}

let service, gateway, browser, folder
const pages = {}
before(async () => {
  service = await startService()
  gateway = await startGateway(service, {pages})
  browser = await openBrowser()
  folder = await mkdtemp(join(tmpdir(), "tessera-document-"))
})
after(async () => {
  await browser?.close()
  await gateway?.stop()
  await service?.stop()
  if (folder) await rm(folder, {recursive: true, force: true})
})

const documented = "http://localhost:8080"
const shell = text => run("bash", ["-euc", text.replaceAll("localhost:8080", new URL(service.url).host)])
/** Opens a page of the document at the origin of the gateway. */
async function open(path, html) {
  pages[path] = html.replaceAll(documented, gateway.url)
  return browser.newPage(gateway.url + path)
}
/** Runs a module of the document in a page of its own. */
async function runInPage(path, text, after = "", head = "") {
  const html = `<!doctype html><title>Module</title><style>.list{height:400px}</style>${head}<div id="notes"></div>`
    + `<script type="module">${text}\n${after}\nwindow.isDone = true</script>`
  const page = await open(path, html)
  await page.waitFor(() => window.isDone)
  return page
}
/** Runs a module of the document in Node.js, with the client's files; returns its output. */
async function runInNode(name, text, {url} = service) {
  const file = join(folder, `${name}.mjs`)
  await writeFile(file, text.replaceAll(`${documented}/client/`, `${root}/web/client/`)
    .replaceAll(documented, url))
  return (await run(process.execPath, [file])).stdout
}

test("the first list works as it is written, and follows the change from the terminal", async () => {
  assert.match(block("The first list", "sh", "tools/serve"), /^tools\/serve --cors-origins '\*'\n$/)
  await shell(block("The first list", "sh", '"id": "stations"'))
  const page = await open("/first", block("The first list", "html"))
  await page.waitFor(() => document.querySelectorAll(".tessera-cell").length == 6)
  await page.waitFor(() => [...document.querySelectorAll(".tessera-cell")].every((node, index, nodes) =>
    !index || Math.abs(node.getBoundingClientRect().top - nodes[index - 1].getBoundingClientRect().bottom) < 0.5))
  assert.ok(await page.evaluate(() => new Set([...document.querySelectorAll(".tessera-cell")]
    .map(node => node.offsetHeight)).size) > 1)
  await page.waitFor(() => document.title == "Stations")
  await shell(block("The first list", "sh", "moveItem"))
  await page.waitFor(() => document.querySelector(".tessera-cell").textContent.startsWith("Temple"))
  await page.close()
})

test("changes, problems and tokens are as the document says", async () => {
  const changes = block("Changes", "js", "Monument"), problem = block("Changes", "js", "Nowhere")
  await (await runInPage("/changes", changes)).close()
  const {body} = await service.ask("GET", "/v1/collections/stations/attributes")
  const ids = body.attributes.map(({id}) => id)
  assert.deepEqual(ids, ["Temple", "Aldgate", "Euston", "Barbican", "Moorgate", "Monument"])
  await (await runInPage("/edits", block("Edits", "js"), "", '<div id="list" class="list"></div>')).close()
  const comment = problem.match(/\/\/ (.*)/)[1]
  assert.equal((await runInNode("problem", problem)).trim(), comment)
  const full = await startService({flags: ["--items-per-key", "2"]})
  try {
    const output = await runInNode("quota", block("Changes", "js", "problem.quota"), full)
    assert.equal(output.trim(), "You have all of your 2 items: delete some.")
  } finally {
    await full.stop()
  }
  await runInNode("token", `${block("In production", "js")}\nglobalThis.fetch = (fetch => (url, options) =>
    url == "/my-back-end/token" ? new Response("secret") : fetch(url, options))(fetch)
    const reply = await tessera.send("GET", "/v1/collections")
    if (reply.status != 200) throw new Error("refused")`)
})

test("data are loaded page by page", async () => {
  await runInNode("pages", block("Pages of data", "js"))
  const {body} = await service.ask("GET", "/v1/collections/archive/attributes?rect=0,0,360,120")
  assert.deepEqual(body.attributes.map(({id}) => id), ["row-0", "row-1"])
})

test("the custom elements show what the document describes", async () => {
  await shell(block("Custom elements", "sh"))
  const list = await open("/notes", block("Custom elements", "html", "tessera-list"))
  await list.waitFor(() => document.querySelectorAll(".tessera-cell p").length == 2)
  assert.equal(await list.evaluate(() => document.querySelector(".tessera-cell h3").textContent), "Buy stamps")
  assert.equal(await list.evaluate(() => document.querySelector("[role=article]").ariaPosInSet), "1")
  await list.close()
  const pictures = await open("/pictures", block("Custom elements", "html", "tessera-layout"))
  await pictures.waitFor(() => new Set([...document.querySelectorAll("span")]
    .map(node => node.getBoundingClientRect().top)).size >= 2)
  await pictures.close()
})

test("a list that Node.js renders is hydrated in the page", async () => {
  const html = await runInNode("render", block("Rendering on a server", "js", "toHTML"))
  pages["/rendered"] = `${html}<style>#notes{height:300px}</style>`
    + `<script type="module">${block("Rendering on a server", "js", "hydrate(").replaceAll(documented, gateway.url)}</script>`
  const page = await browser.newPage(`${gateway.url}/rendered`)
  await page.waitFor(() => document.querySelector("#notes .tessera-cell p"))
  const text = () => [...document.querySelectorAll("#notes h3")].map(({textContent}) => textContent)
  assert.deepEqual(await page.evaluate(text), ["Buy stamps", "Call Ada"])
  await service.ask("POST", "/v1/collections/notes/updates", {updates: [{op: "deleteItems", ids: ["n1"]}]})
  await page.waitFor(() => document.querySelectorAll("#notes .tessera-cell:not([aria-hidden])").length == 1)
  await page.close()
})

/** Scripts of Debian's packages as modules. */
const react = "/usr/share/nodejs/react/umd/react.production.min.js"
const reactDOM = "/usr/share/nodejs/react-dom/umd/react-dom.production.min.js"
const imports = map => `<script type="importmap">${JSON.stringify({imports: map})}</script>`

test("the React component shows, follows and removes a list", {skip: !existsSync(reactDOM) && "node-react-dom is not installed"}, async () => {
  pages["/react.umd.js"] = readFileSync(react, "utf8")
  pages["/react-dom.umd.js"] = readFileSync(reactDOM, "utf8")
  pages["/react.js"] = "export const {createElement, useEffect, useRef} = React"
  pages["/react-dom.js"] = "export const {createRoot} = ReactDOM"
  const head = `<script src="/react.umd.js"></script><script src="/react-dom.umd.js"></script>`
    + imports({"react": "/react.js", "react-dom/client": "/react-dom.js"})
  const page = await runInPage("/react", block("Frameworks", "js", "useEffect"), `
    import {Tessera} from "/client/tessera.js"
    const collection = new Tessera("").collection("stations"), options = {measure: "dom", label: "Stations"}
    const Cell = ({id}) => createElement("p", null, "Station " + id)
    window.root = createRoot(document.getElementById("notes"))
    root.render(createElement(TesseraList, {collection, Cell, options}))`, head)
  await followsStations(page, () => root.unmount())
})

test("the Vue component shows, follows and removes a list", {skip: !process.env.TESSERA_VUE && "TESSERA_VUE does not name the module of Vue 3"}, async () => {
  pages["/vue.js"] = readFileSync(process.env.TESSERA_VUE, "utf8")
  const page = await runInPage("/vue", block("Frameworks", "js", "onMounted"), `
    import {createApp} from "vue"
    import {Tessera} from "/client/tessera.js"
    const collection = new Tessera("").collection("stations"), options = {measure: "dom", label: "Stations"}
    const cell = ({id}) => h("p", "Station " + id)
    cell.props = ["id"]
    window.app = createApp(TesseraList, {collection, cell, options})
    app.mount("#notes")`, imports({"vue": "/vue.js"}))
  await followsStations(page, () => app.unmount())
})

test("the Svelte action shows, follows and removes a list", async () => {
  const page = await runInPage("/svelte", block("Frameworks", "js", "tesseraList"), `
    import {Tessera} from "/client/tessera.js"
    const element = document.getElementById("notes")
    element.className = "list"
    window.action = tesseraList(element, {
      collection: new Tessera("").collection("stations"), measure: "dom", label: "Stations",
      render(node, {id}) { node.textContent = "Station " + id },
    })`)
  await followsStations(page, () => action.destroy())
})

/** Whether a page shows the stations, a change of them, and nothing after it has removed the list. */
async function followsStations(page, remove) {
  const titles = () => [...document.querySelectorAll(".tessera-cell:not([aria-hidden])")].map(({textContent}) => textContent)
  await page.waitFor(() => document.querySelectorAll(".tessera-cell").length > 1)
  await page.waitFor(() => document.querySelector(".tessera-cell").textContent.startsWith("Station "))
  const [first] = await page.evaluate(titles), id = first.replace("Station ", "")
  const {body} = await service.ask("GET", "/v1/collections/stations/attributes")
  const last = body.attributes.at(-1).id
  await service.ask("POST", "/v1/collections/stations/updates", {updates: [{op: "moveItem", id, after: last}]})
  await page.waitFor(text => [...document.querySelectorAll(".tessera-cell")].at(-1).textContent == text, first)
  assert.deepEqual(page.errors, [])
  await page.evaluate(remove)
  await page.waitFor(() => !document.querySelector(".tessera-cell"))
  await page.close()
}

test("the list of README.md shows a collection", async () => {
  const [list] = codeBlocks("README.md").filter(({language}) => language == "js")
  await service.ask("POST", "/v1/collections", {
    id: "inbox", container: {width: 360, height: 640}, layout: {kind: "list"},
    templates: {message: {views: {title: {type: "text"}}, constraints: ["H:|-[title]-|", "V:|-[title]-|"]}},
    sections: [{items: [{id: "m1", template: "message", content: {title: "Buy stamps"}}]}],
  })
  const page = await open("/readme", `<!doctype html><title>Inbox</title><style>#list{height:400px}</style>`
    + `<div id="list"></div><script type="module">${list.text}</script>`)
  await page.waitFor(() => document.querySelector(".tessera-cell")?.textContent == "Buy stamps")
  await page.close()
})

test("every code block of the document is run", () => {
  const policy = block("In production", "http")
  assert.match(policy, /^Content-Security-Policy: default-src 'none'; script-src 'self'/)
  const optional = blocks.filter(({text}) => /from "(react|vue)"/.test(text))
  assert.deepEqual(blocks.filter(block => !used.has(block) && !optional.includes(block)), [])
})
