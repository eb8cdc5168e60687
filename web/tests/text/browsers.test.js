// Runs in Firefox too.
// A page measures texts without its document: the numbers of lines are those of paragraphs that the browser lays out.

import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { root } from "../support/repository.js"
import { holds, page, pages, paragraphs } from "./textPage.js"
import { skip } from "./module.js"

for (const script of ["latin", "cjk", "arabic", "mixed", "emoji"]) {
  for (const family of ["Inter", "DejaVu Sans"]) {
    test(`in ${family}, paragraphs that are ${script} have the lines of the browser`, {skip}, async () => {
      await holds(paragraphs(script), {font: {family, size: 16}}, 5)
    })
  }
}

test("words of Thai, Lao and Khmer begin where the browser has them", {skip}, async () => {
  const all = JSON.parse(readFileSync(join(root, "Tests/TextTests/Fixtures/words-without-spaces.json"), "utf8"))
  await holds(all.map(({lines}) => lines.join("")), {font: {family: "DejaVu Sans", size: 16}}, 5)
})

test("spaced and bold letters are as wide as in the browser", {skip}, async () => {
  for (const [family, weight, letterSpacing] of [
    ["Inter", 400, 0.75], ["Inter", 700, 0], ["DejaVu Sans", 700, 0], ["DejaVu Sans", 400, -0.25],
  ]) {
    await holds(paragraphs("latin"), {font: {family, size: 15, weight}, letterSpacing}, 5)
  }
})

test("addresses, soft hyphens, quotation marks, tabs and words that are too long break as in the browser", {skip}, async () => {
  await holds([
    "Read https://example.org/a/long/path?with=some&and=more#fragments or write to someone@example.org today",
    "Donau\xADdampf\xADschiff\xADfahrts\xADgesell\xADschafts\xADkapi\xADtän",
    "Pneumonoultramicroscopicsilicovolcanoconiosis, he said",
    "“Quoted” words—and «others»—stand ‘here’, in “two” rows … of (words) and [more]",
    "one\ttwo\tthree\tfour\tfive",
    "He said:「こんにちは、世界」。そして『さようなら』と言った！？",
    "价格：￥100（含税）。“你好”，他说。",
    "한국어 문장은 띄어쓰기에서 줄이 바뀝니다. 50%의 사람",
    "no\xA0break\xA0here but\u200Bhere, or\u2060not, 10\xA0000 km",
    "👩‍👩‍👧‍👦👍🏽🇩🇪🇫🇷🇯🇵 emoji in a row 🎉🎉🎉🎉🎉",
    "line one\nline two\n\nline four\n",
    "שלום עולם, כאן בית־ספר ועוד מילים",
    "   spaces  before and   between   ",
    "",
    "…",
    "ééééééééééééééééééééééééééééééé",
  ], {font: {family: "DejaVu Sans", size: 16}}, 10)
})

test("a text with a limit of lines is truncated where the browser cuts lines off", {skip}, async () => {
  const found = await page.evaluate((texts, widths) => {
    const faults = []
    for (const text of texts) {
      for (const width of widths) {
        const style = {font: {family: "Inter", size: 16}, lineHeight: 24}
        const whole = window.measurer.size(text, {...style, lines: 0}, width)
        const limited = window.measurer.size(text, {...style, lines: 2}, width)
        const isRight = limited.isTruncated == whole.lineCount > 2 && limited.height == 24 * Math.min(2, whole.lineCount)
          && limited.width <= width + 1 / 64
        if (!isRight) faults.push({text, width, whole, limited})
      }
    }
    return faults
  }, paragraphs("latin").slice(0, 40), [80, 200, 414])
  assert.deepEqual(found, [])
})

test("a worker, which has no document, finds the same sizes", {skip}, async () => {
  const texts = paragraphs("mixed").slice(0, 5), style = {font: {family: "DejaVu Sans", size: 16}, lines: 0}
  pages["/worker.js"] = `import { TextMeasurer } from "/client/text.js"
    onmessage = async ({data: [texts, style]}) => {
      const measurer = await TextMeasurer.load()
      postMessage(texts.map(text => measurer.size(text, style, 200)))
    }`
  const [inWorker, inPage] = await page.evaluate(async (texts, style) => {
    const worker = new Worker("/worker.js", {type: "module"})
    const answer = new Promise((resolve, reject) => {
      worker.onmessage = ({data}) => resolve(data)
      worker.onerror = ({message}) => reject(new Error(message))
    })
    worker.postMessage([texts, style])
    const sizes = await answer
    worker.terminate()
    return [sizes, texts.map(text => window.measurer.size(text, style, 200))]
  }, texts, style)
  assert.deepEqual(inWorker, inPage)
})
