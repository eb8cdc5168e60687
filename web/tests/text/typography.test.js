// Cases of letters, strictness of line breaks and breaks in words, as Chromium has them.

import assert from "node:assert/strict"
import { test } from "node:test"
import { holds, page, paragraphs } from "./textPage.js"
import { skip } from "./module.js"

for (const [name, styles] of Object.entries({
  strictness: [
    {lineBreakStrictness: "loose"}, {lineBreakStrictness: "strict"}, {lineBreakStrictness: "loose", language: "ja"},
    {language: "ja"}, {lineBreakStrictness: "strict", language: "zh"},
  ],
  "word break": [
    {wordBreak: "keepAll"}, {wordBreak: "breakAll"}, {wordBreak: "breakAll", lineBreakStrictness: "strict"},
  ],
  case: [
    {textCase: "uppercase"}, {textCase: "lowercase"}, {textCase: "capitalize"}, {textCase: "uppercase", language: "tr"},
    {textCase: "uppercase", language: "el"}, {textCase: "uppercase", wordBreak: "breakAll"},
  ],
})) {
  test(`paragraphs with each ${name} have the lines of the browser`, {skip}, async () => {
    const texts = ["latin", "cjk", "mixed"].flatMap(paragraphs)
    for (const style of styles) await holds(texts, {font: {family: "DejaVu Sans", size: 16}, ...style}, 5)
  })
}

/** The pairs of characters between which the browser breaks a line, or our rules do, and not both. */
async function differing(characters, style, declarations) {
  const rules = {ends: "words", strictness: "normal", wordBreak: "normal", isEastAsian: /ja|zh/.test(style.language), ...style}
  const {markBreaks, markLetters} = await import("/client/text/breaks.js"), body = document.createElement("section")
  body.lang = style.language
  body.style.cssText = `font: 16px/20px Inter; width: 0; overflow-wrap: normal; ${declarations}`
  const pairs = characters.flatMap(first => characters.map(second => first + second))
    .filter(pair => /[^\0-\x7F]/.test(pair))
  for (const pair of pairs) body.append(Object.assign(document.createElement("p"), {textContent: pair, style: "overflow-wrap: normal"}))
  document.body.append(body)
  const wrong = pairs.filter((pair, index) => {
    const marks = new Uint8Array(pair.length + 1), [first] = pair
    markBreaks(pair, marks, rules)
    if (rules.wordBreak == "breakAll") markLetters(pair, marks, rules)
    return marks[first.length] != 2 == body.children[index].offsetHeight > 30
  })
  body.remove()
  return [pairs.length, wrong]
}

test("a line ends between two characters where the browser ends one", {skip}, async () => {
  const characters = [..."aé1א한中あぁーァ々ゝ・〜゠‐–—…‥「」、。！？：；‼“”«»%％°′℃￥€№＄￡(（)）-/.,ｧｰｱ漢〻ヾ‰±‘’'\""]
  for (const language of ["", "ja", "zh"]) {
    for (const strictness of ["loose", "normal", "strict"]) {
      const [count, wrong] = await page.evaluate(differing, characters, {language, strictness}, `line-break: ${strictness}`)
      assert.ok(wrong.length <= count / 1000, `${language} ${strictness}: ${wrong.length} of ${count}: ${wrong.join(" ")}`)
    }
  }
  for (const [wordBreak, keyword] of [["keepAll", "keep-all"], ["breakAll", "break-all"]]) {
    const [count, wrong] = await page.evaluate(differing, characters, {language: "", wordBreak}, `word-break: ${keyword}`)
    assert.ok(wrong.length <= count / 1000, `${wordBreak}: ${wrong.length} of ${count}: ${wrong.join(" ")}`)
  }
})

test("letters are replaced as in the browser, by language and word", {skip}, async () => {
  // For capitals at the beginning of words, Chromium knows neither languages nor letters that become two.
  const plain = [
    "the ferry's 2nd harbour, o'clock", "ǆep ǉubav ǋ ǳ", "ათი ᾳδης ὰ", "ΟΔΟΣ ΣΑΣ, Μάιος ή", "«élan» (vital) \u201Cquote\u201D",
    "x-ray e.g. 3d", "ａｂｃ ⓐⓑ", "",
  ]
  const others = ["straße ﬁsh ŉ", "istanbul ısı İZMİR", "ijsland IJMUIDEN", "i̇ĩį", "Մեծ եւ և"]
  const wrong = await page.evaluate(async (plain, others) => {
    const {replaceLetters} = await import("/client/text/letters.js"), wrong = []
    const node = document.body.appendChild(document.createElement("p"))
    for (const textCase of ["uppercase", "lowercase", "capitalize"]) {
      for (const language of ["", "tr", "az", "lt", "el", "nl", "de"]) {
        for (const text of textCase == "capitalize" ? plain : [...plain, ...others]) {
          node.lang = language
          node.style.textTransform = textCase
          node.textContent = text
          const ours = replaceLetters(text, textCase, language)
          if (node.innerText != ours) wrong.push({text, textCase, language, browser: node.innerText, ours})
        }
      }
    }
    node.remove()
    return wrong
  }, plain, others)
  assert.deepEqual(wrong, [])
})
