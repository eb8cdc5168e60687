// Compares texts that a page measures with pretext, in Chromium: node Benchmarks/engine/texts.js FOLDER
//
// FOLDER is a copy of the repository chenglou/pretext, of which nothing is kept here. The texts of its folder `corpora` are
// laid out paragraph by paragraph in ten widths: how many have the lines of the browser. Then prepared paragraphs of about
// 225 characters are laid out in ten widths by both, in turn, and the medians of the times are printed. It takes esbuild, and
// the module that tools/page-engine has built.

import { spawnSync } from "node:child_process"
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { openBrowser } from "../../web/tests/support/browser.js"
import { startGateway } from "../../web/tests/support/gateway.js"

const [folder] = process.argv.slice(2)
if (!folder) {
  console.error("texts.js: name the folder of a copy of chenglou/pretext")
  process.exit(2)
}
const {stdout, status, stderr} = spawnSync("esbuild", [join(folder, "src/layout.ts"), "--bundle", "--format=esm"], {encoding: "utf8"})
if (status != 0) throw new Error(stderr)

const css = `p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font-synthesis: none;
  text-spacing-trim: space-all; text-autospace: no-autospace }`
const pages = {"/": `<!DOCTYPE html><meta charset="utf-8"><style>${css}</style><body>`, "/pretext.js": stdout}
const widths = [80, 120, 160, 200, 240, 280, 320, 375, 414, 600]
const families = "Inter, Noto Sans Arabic, Noto Sans Hebrew, Noto Sans CJK JP, Noto Sans Devanagari, Noto Sans Thai, Noto Sans Khmer, Noto Sans Myanmar".split(", ")
const texts = readdirSync(join(folder, "corpora")).filter(name => name.endsWith(".txt")).map(name => ({
  name, paragraphs: readFileSync(join(folder, "corpora", name), "utf8").split(/\n+/).map(line => line.replace(/\s+/g, " ").trim())
    .filter(line => line).slice(0, 200),
}))

/** How many paragraphs have other numbers of lines than the browser's. Runs in the page. */
async function compare(paragraphs, widths, families) {
  const {TextMeasurer} = await import("/client/text.js"), {prepare, layout} = await import("/pretext.js")
  window.measurer ??= await TextMeasurer.load()
  const font = `16px ${families.map(name => JSON.stringify(name)).join(", ")}`, height = 24
  const wrong = {own: 0, pretext: 0}, style = {font: {family: families, size: 16}, lines: 0, lineHeight: height}
  const nodes = paragraphs.map(text => {
    const node = document.body.appendChild(document.createElement("p"))
    node.textContent = text
    node.style.font = font.replace("16px", `16px/${height}px`)
    return {node, own: window.measurer.prepare(text, style), other: prepare(text, font)}
  })
  for (const width of widths) {
    document.body.style.width = `${width}px`
    for (const {node, own, other} of nodes) {
      const lines = Math.round(node.offsetHeight / height)
      if (own.size(width).lineCount != lines) wrong.own++
      if (layout(other, width, height).lineCount != lines) wrong.pretext++
    }
  }
  for (const {node, own} of nodes) node.remove(), own.release()
  return wrong
}

/** The times of a prepared paragraph in a width, in microseconds. Runs in the page. */
async function time(paragraphs, widths, families) {
  const {TextMeasurer} = await import("/client/text.js"), {prepare, layout} = await import("/pretext.js")
  const measurer = await TextMeasurer.load()
  const font = `16px ${families.map(name => JSON.stringify(name)).join(", ")}`
  const own = paragraphs.map(text => measurer.prepare(text, {font: {family: families, size: 16}, lines: 0, lineHeight: 24}))
  const others = paragraphs.map(text => prepare(text, font)), times = {own: [], pretext: []}
  const round = measure => {
    const began = performance.now()
    let sum = 0
    for (let turn = 0; turn < 200; turn++) for (const width of widths) sum += measure(width)
    return [(performance.now() - began) * 1000 / (200 * widths.length * paragraphs.length), sum]
  }
  for (let turn = 0; turn < 15; turn++) {
    times.own.push(round(width => own.reduce((sum, text) => sum + text.size(width).height, 0))[0])
    times.pretext.push(round(width => others.reduce((sum, text) => sum + layout(text, width, 24).height, 0))[0])
  }
  const median = list => list.sort((a, b) => a - b)[list.length >> 1]
  return {own: median(times.own), pretext: median(times.pretext)}
}

const gateway = await startGateway({}, {pages}), browser = await openBrowser()
try {
  const page = await browser.newPage(`${gateway.url}/`)
  const sum = {count: 0, own: 0, pretext: 0}
  for (const {name, paragraphs} of texts) {
    const wrong = await page.evaluate(compare, paragraphs, widths, families), count = paragraphs.length * widths.length
    for (const [key, number] of Object.entries({...wrong, count})) sum[key] += number
    console.log(`${`${wrong.own}`.padStart(6)} ${`${wrong.pretext}`.padStart(6)} of ${`${count}`.padStart(5)}  ${name}`)
  }
  const share = wrong => `${(100 - 100 * wrong / sum.count).toFixed(2)}%`
  console.log(`Lines of the browser, of ${sum.count}: ${share(sum.own)}, pretext ${share(sum.pretext)}`)
  const prose = texts.find(({name}) => name.startsWith("en-")).paragraphs.filter(({length}) => length > 180 && length < 270).slice(0, 20)
  const {own, pretext} = await page.evaluate(time, prose, widths, families)
  console.log(`A prepared paragraph in a width: ${own.toFixed(3)} µs, pretext ${pretext.toFixed(3)} µs, ratio ${(own / pretext).toFixed(2)}`)
} finally {
  await browser.close()
  await gateway.stop()
}
