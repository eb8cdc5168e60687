// Sets the random paragraphs of styled-paragraphs.js in headless Chromium, and writes its lines as the fixture of
// StyledBrowserTests: node Tests/TextTests/Corpus/record-styled-paragraphs.js
//
// It needs the packages chromium and nodejs, and the fonts that tools/setup installs.

import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { openBrowser } from "../../../web/tests/support/browser.js"
import { fallbacks, styledParagraphs } from "./styled-paragraphs.js"

const seed = 2026
const counts = {latin: 340, cjk: 90, arabic: 90, hebrew: 70, mixed: 80, emoji: 30}
const path = fileURLToPath(new URL("../Fixtures/styled-paragraphs.json", import.meta.url))

const browser = await openBrowser({name: "chromium"})
const page = await browser.newPage("data:text/html,<!doctype html><meta charset=utf-8><body style='margin:0'></body>")
const {version} = await page.evaluate(() => ({version: navigator.userAgent.match(/Chrome\/(\d+)/)[1]}))
const paragraphs = styledParagraphs(seed, counts)
const results = []
for (let start = 0; start < paragraphs.length; start += 50) {
  results.push(...await page.evaluate(measure, paragraphs.slice(start, start + 50), fallbacks))
}
await browser.close()

const about = `lines that headless Chromium ${version} gives paragraphs of several runs; seed ${seed}`
const lines = paragraphs.map((paragraph, index) => JSON.stringify({...paragraph, ...results[index]}))
writeFileSync(path, `{"about":${JSON.stringify(about)},"fallbacks":${JSON.stringify(fallbacks)},"paragraphs":[\n${lines.join(",\n")}\n]}\n`)
console.log(`${paragraphs.length} paragraphs, ${results.reduce((sum, {baselines}) => sum + baselines.length, 0)} lines`)
process.exit(0)

/** Runs in the page: sets paragraphs, and returns their heights, widths and baselines in px. */
function measure(paragraphs, fallbacks) {
  const rounded = value => Math.round(value * 1e4) / 1e4
  const ascents = new Map()

  function font({family, size, weight = 400, isItalic = false, letterSpacing = 0, lineHeight}) {
    const list = [family, ...fallbacks.filter(name => name != family)].map(name => `"${name}"`).join(",")
    return `font:${isItalic ? "italic " : ""}${weight} ${size}px/${lineHeight ?? "normal"}${lineHeight ? "px" : ""} ${list};`
      + `letter-spacing:${letterSpacing}px;`
  }

  /** The distance from the top of the rects of a font's text to its baseline. */
  function ascent(css) {
    if (!ascents.has(css)) {
      const probe = document.createElement("div")
      probe.style.cssText = css
      probe.append("x", Object.assign(document.createElement("i"), {style: "display:inline-block"}))
      document.body.append(probe)
      const range = document.createRange()
      range.selectNode(probe.firstChild)
      ascents.set(css, probe.lastChild.getBoundingClientRect().bottom - range.getClientRects()[0].top)
      probe.remove()
    }
    return ascents.get(css)
  }

  return paragraphs.map(({base, width, runs}) => {
    const block = document.createElement("div")
    block.style.cssText = `position:absolute;top:0;left:0;white-space:pre-wrap;overflow-wrap:break-word;text-spacing-trim:space-all;${font(base)}`
      + {natural: "unicode-bidi:plaintext;", leftToRight: "direction:ltr;", rightToLeft: "direction:rtl;"}[base.direction]
    for (const run of runs) {
      const box = document.createElement("span")
      if (run.attachment) {
        const {width, height, baselineOffset} = run.attachment
        box.style.cssText = `display:inline-block;width:${width}px;height:${height}px;vertical-align:${baselineOffset}px`
      } else {
        box.style.cssText = font({...base, ...run})
        box.textContent = run.text
      }
      block.append(box)
    }
    document.body.append(block)
    const widthOf = value => {
      block.style.width = value
      return rounded(block.getBoundingClientRect().width)
    }
    const maxContentWidth = widthOf("max-content"), minContentWidth = widthOf("min-content")
    widthOf(`${width}px`)
    const baselines = new Set()
    runs.forEach((run, index) => {
      const box = block.children[index]
      if (run.attachment) {
        baselines.add(rounded(box.getBoundingClientRect().bottom + run.attachment.baselineOffset))
      } else {
        const range = document.createRange()
        range.selectNodeContents(box)
        const above = ascent(font({...base, ...run}))
        for (const {top} of range.getClientRects()) baselines.add(rounded(top + above))
      }
    })
    const height = rounded(block.getBoundingClientRect().height)
    block.remove()
    return {height, maxContentWidth, minContentWidth, baselines: [...baselines].sort((a, b) => a - b)}
  })
}
