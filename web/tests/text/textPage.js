// A page that measures texts, and lays the same out: what the tests of texts in browsers share.

import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { after, before } from "node:test"
import { openBrowser } from "../support/browser.js"
import { startGateway } from "../support/gateway.js"
import { root } from "../support/repository.js"
import { skip } from "./module.js"

const css = `p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font-synthesis: none;
  text-spacing-trim: space-all; text-autospace: no-autospace }`
// A page without a service: the gateway sends files alone.
export const pages = {"/": `<!DOCTYPE html><meta charset="utf-8"><style>${css}</style><body>`}
let gateway, browser
/** The page, once the tests begin. */
export let page

before(async () => {
  if (skip) return
  gateway = await startGateway({}, {pages})
  browser = await openBrowser()
  page = await browser.newPage(`${gateway.url}/`)
  await page.evaluate(async () => {
    const {TextMeasurer} = await import("/client/text.js")
    window.measurer = await TextMeasurer.load()
  })
})
after(async () => {
  await browser?.close()
  await gateway?.stop()
})

/** The paragraphs that compare texts in widths, as the page measures and as the browser lays out. */
function compare({texts, widths, style}) {
  const {family, size, weight = 400} = style.font, lineHeight = 24, wrong = []
  const paragraphs = texts.map(text => {
    const node = document.body.appendChild(document.createElement("p"))
    node.textContent = text
    node.lang = style.language ?? ""
    node.style.cssText = `font: ${weight} ${size}px/${lineHeight}px ${family}; letter-spacing: ${style.letterSpacing ?? 0}px;
      text-transform: ${style.textCase ?? "none"}; line-break: ${style.lineBreakStrictness ?? "normal"};
      word-break: ${{keepAll: "keep-all", breakAll: "break-all"}[style.wordBreak] ?? "normal"}`
    return {node, prepared: window.measurer.prepare(text, {...style, lines: 0, lineHeight})}
  })
  for (const width of widths) {
    document.body.style.width = `${width}px`
    for (const [index, {node, prepared}] of paragraphs.entries()) {
      const shown = node.offsetHeight / lineHeight, {lineCount} = prepared.size(width)
      if (shown != lineCount) wrong.push({text: texts[index], width, shown, lineCount})
    }
  }
  for (const {node, prepared} of paragraphs) node.remove(), prepared.release()
  return wrong
}

const widths = [80, 120, 160, 200, 240, 280, 320, 375, 414, 600]

/** Compares texts of a font, of which some in a thousand may differ. */
export async function holds(texts, style, tolerance) {
  const wrong = await page.evaluate(compare, {texts, widths, style}), count = texts.length * widths.length
  console.log(`${wrong.length} of ${count} differ with ${JSON.stringify(style)}`)
  const some = wrong.slice(0, 8).map(each => JSON.stringify(each)).join("\n")
  assert.ok(wrong.length <= count * tolerance / 1000, `${wrong.length} of ${count} differ:\n${some}`)
}

const fixtures = JSON.parse(readFileSync(join(root, "Tests/TextTests/Fixtures/text-lines-chromium.json"), "utf8"))
/** The paragraphs of a script. */
export const paragraphs = script => fixtures.sets[0].paragraphs.filter(each => each.script == script).map(({text}) => text)
