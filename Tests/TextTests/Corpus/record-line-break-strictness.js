// Breaks texts in headless Chromium by each strictness of CSS `line-break`, and writes the beginning of each first line as
// the fixture of LanguageTests: node Tests/TextTests/Corpus/record-line-break-strictness.js

import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { openBrowser } from "../../../web/tests/support/browser.js"

const texts = [
  "あいうぁえ", "あいうーえ", "あい人々え", "あいう・え", "あい「う」ぁ", "あいう〜え", "あいう！え", "中文排‐版", "あいうっと", "カタャカ",
  "あいう…え", "あいう℃え", "あいう：え", "あい￥うえ", "あいゝえお", "한국어。글",
]
const browser = await openBrowser({name: "chromium"})
const page = await browser.newPage("data:text/html,<!doctype html><meta charset=utf-8><body></body>")
const cases = await page.evaluate(texts => {
  const cases = []
  for (const text of texts) for (const language of [null, "ja", "zh"]) for (const strictness of ["loose", "normal", "strict"]) {
    const block = document.createElement("div")
    if (language) block.lang = language
    block.style.cssText = `font:16px/20px "Inter","Noto Sans CJK JP";width:50px;line-break:${strictness};text-spacing-trim:space-all`
    block.textContent = text
    document.body.append(block)
    const range = document.createRange(), top = block.getBoundingClientRect().top
    let end = 0
    for (let index = 0; index < text.length; index++) {
      range.setStart(block.firstChild, index)
      range.setEnd(block.firstChild, index + 1)
      if (range.getBoundingClientRect().top - top < 10) end = index + 1
    }
    cases.push({text, language, strictness, first: text.slice(0, end)})
    block.remove()
  }
  return cases
}, texts)
await browser.close()
const path = fileURLToPath(new URL("../Fixtures/line-break-strictness.json", import.meta.url))
writeFileSync(path, `[\n${cases.map(item => JSON.stringify(item)).join(",\n")}\n]\n`)
console.log(`${cases.length} cases`)
process.exit(0)
