// Sets random texts of Chinese and Japanese punctuation in headless Chromium by each value of CSS `text-spacing-trim`, and
// writes their lines as the fixture of SpacingTrimTests: node Tests/TextTests/Corpus/record-spacing-trim.js
//
// It needs the packages chromium, nodejs and fonts-noto-cjk.

import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { openBrowser } from "../../../web/tests/support/browser.js"

const seed = 42
const count = 300
const families = ["Noto Sans CJK JP", "Noto Sans CJK SC", "Noto Sans CJK TC", "Noto Serif CJK JP", "Noto Serif CJK KR"]
const marks = [..."「」『』（）〔〕【】《》、。，．：；・！？“”‘’…—()［］｛｝　"]
const letters = [..."何をしてゐた云はぬとこれだぞよ冬天沒有什麽東西了這一點乾靑豆倒是自家曬在那里的請老爺ラーメンabc12 "]

/** Numbers from 0 to 2^32 that a seed determines (mulberry32). */
function numbers(state) {
  return () => {
    state = state + 0x6D2B79F5 | 0
    let value = Math.imul(state ^ state >>> 15, 1 | state)
    value = value + Math.imul(value ^ value >>> 7, 61 | value) ^ value
    return (value ^ value >>> 14) >>> 0
  }
}

const next = numbers(seed)
const pick = list => list[next() % list.length]
const samples = Array.from({length: count}, (_, index) => ({
  family: families[index % families.length], width: 60 + next() % 300,
  text: Array.from({length: 4 + next() % 40}, () => pick(next() % 5 < 2 ? marks : letters)).join("").trim() || "。",
}))
const path = fileURLToPath(new URL("../Fixtures/spacing-trim.json", import.meta.url))
const browser = await openBrowser({name: "chromium"})
const page = await browser.newPage("data:text/html,<!doctype html><meta charset=utf-8><body style='margin:0'></body>")
const {version} = await page.evaluate(() => ({version: navigator.userAgent.match(/Chrome\/(\d+)/)[1]}))
const results = await page.evaluate(samples => samples.map(({family, width, text}) => {
  const result = {}
  for (const [name, value] of [["normal", "normal"], ["spaceAll", "space-all"]]) {
    const block = document.createElement("div")
    block.style.cssText = `position:absolute;font:18px/30px "${family}";white-space:pre-wrap;overflow-wrap:anywhere;`
      + `text-autospace:no-autospace;text-spacing-trim:${value};width:${width}px`
    block.textContent = text
    document.body.append(block)
    const range = document.createRange(), lines = []
    let last = -Infinity
    for (let index = 0; index < text.length; index++) {
      range.setStart(block.firstChild, index)
      range.setEnd(block.firstChild, index + 1)
      const box = range.getClientRects()[0]
      if (box && box.top > last + 15) {
        lines.push("")
        last = box.top
      }
      lines[lines.length - 1] += text[index]
    }
    block.style.width = "max-content"
    result[name] = {lines, width: Math.round(block.getBoundingClientRect().width * 1e4) / 1e4}
    block.remove()
  }
  return result
}), samples)
await browser.close()

const about = `lines that headless Chromium ${version} gives texts with full-width punctuation at 18 px; seed ${seed}`
const lines = samples.map((sample, index) => JSON.stringify({...sample, ...results[index]}))
writeFileSync(path, `{"about":${JSON.stringify(about)},"samples":[\n${lines.join(",\n")}\n]}\n`)
console.log(`${count} texts`)
process.exit(0)
