// Cells whose letters are as wide as the canvas says, whatever they are.

import assert from "node:assert/strict"
import { before, test } from "node:test"
import { bytes, skip } from "./module.js"

const fonts = globalThis.fonts = new EventTarget()
let CellMeasurer, measurer, letter = 10

before(async () => {
  if (skip) return
  globalThis.OffscreenCanvas = class {
    getContext() {
      return {measureText: text => ({width: letter * [...text].length, fontBoundingBoxAscent: 14, fontBoundingBoxDescent: 4})}
    }
  }
  ;({CellMeasurer} = await import("../../client/text.js"))
  measurer = await CellMeasurer.load(bytes())
})

const template = style => ({t: {type: "flex", flexDirection: "column", children: [{name: "a", type: "text", lines: 0, lineHeight: 20, ...style}]}})

/** A module whose memory is full: `cells_allocate` returns 0, as do the other functions. */
function withoutRoom() {
  const name = text => [text.length, ...Buffer.from(text)]
  const section = (number, ...content) => [number, content.length, ...content]
  const zero = [4, 0, 0x41, 0, 0x0B], nothing = [2, 0, 0x0B]
  return Uint8Array.from([
    0, ...Buffer.from("asm"), 1, 0, 0, 0,
    ...section(1, 3, 0x60, 1, 0x7F, 1, 0x7F, 0x60, 1, 0x7F, 0, 0x60, 0, 1, 0x7F),
    ...section(3, 3, 0, 1, 2), ...section(5, 1, 0, 1),
    ...section(7, 4, ...name("memory"), 2, 0, ...name("cells_allocate"), 0, 0, ...name("cells_release"), 0, 1,
      ...name("cells_forget"), 0, 2),
    ...section(10, 3, ...zero, ...nothing, ...zero),
  ])
}

/** The lines of a text in a width. */
function lines(text, width, style) {
  const templates = measurer.templates(template(style))
  try {
    return templates.size("t", {a: text}, {width}).height / 20
  } finally {
    templates.release()
  }
}

test("templates of one measurer do not disturb each other", {skip}, () => {
  const first = measurer.templates(template()), second = measurer.templates(template())
  const heights = templates => [80, 50, 30].map(width => templates.size("t", {a: "abcdefgh"}, {width}).height)
  // The same numbers in the same order for another text.
  assert.equal(first.size("t", {a: "abcdefgh"}, {width: 80}).height, 20)
  assert.equal(second.size("t", {a: "漢字漢字漢字漢字漢字漢字"}, {width: 80}).height, 40)
  assert.deepEqual(heights(first), [20, 40, 60])
  second.release()
  assert.deepEqual(heights(first), [20, 40, 60])
  first.release()
  assert.throws(() => first.size("t", {}, {width: 80}), /released/)
})

test("a measurer reads as many templates as a page has, one after the other", {skip}, () => {
  for (let count = 0; count < 600; count++) assert.equal(lines("ab cd", 30), 2)
})

test("a text may begin with U+FEFF, and have surrogates that stand alone", {skip}, () => {
  assert.equal(lines("\uFEFFab cd", 30), 2)
  assert.equal(lines("ab \uD83D\uDE00 cd", 30), 3)
  assert.throws(() => lines("ab \uD83D cd", 30), {status: 400})
})

test("a measurer goes on after a text for which it has no room", {skip}, async () => {
  const full = await CellMeasurer.load(withoutRoom())
  for (let times = 0; times < 2; times++) assert.throws(() => full.templates(template()), RangeError)
  assert.doesNotThrow(() => full.forget())
})

test("fonts that load change the size of a cell", {skip}, () => {
  const templates = measurer.templates(template())
  assert.equal(templates.size("t", {a: "ab cd"}, {width: 50}).height, 20)
  let isTold = false
  measurer.onForget = () => { isTold = true }
  letter = 20
  fonts.dispatchEvent(new Event("loadingdone"))
  assert.ok(isTold)
  assert.equal(templates.size("t", {a: "ab cd"}, {width: 50}).height, 40)
  letter = 10
  measurer.forget()
  templates.release()
})

test("letters are replaced before they are measured", {skip}, () => {
  assert.equal(lines("straße", 65, {}), 1)
  assert.equal(lines("straße", 65, {textCase: "uppercase"}), 2)
  // The second run goes on with the word of the first.
  const runs = {type: "flex", alignItems: "flexStart", children: [{name: "a", type: "text", textCase: "capitalize"}]}
  const templates = measurer.templates({t: runs})
  const {views} = templates.layOut("t", {a: {runs: ["a", {text: "ß ß", weight: 700}]}}, {width: 300})
  assert.equal(views.a.width, 50)
  templates.release()
})

test("lines end by the strictness, the word breaks and the language of the text", {skip}, () => {
  // Without a break before the small kana: あ, あっあ, あっ.
  assert.equal(lines("ああっああっ", 30), 2)
  assert.equal(lines("ああっああっ", 20, {lineBreakStrictness: "strict"}), 4)
  assert.equal(lines("ああっああっ", 20), 3)
  // A wave dash begins a line in Japanese alone.
  assert.equal(lines("ああ〜ああ〜", 20), 4)
  assert.equal(lines("ああ〜ああ〜", 20, {language: "ja"}), 3)
  assert.equal(lines("가나 다라 마바사", 60), 2)
  assert.equal(lines("가나 다라 마바사", 60, {wordBreak: "keepAll"}), 2)
  assert.equal(lines("가나다 라마바사", 50), 2)
  assert.equal(lines("가나다 라마 바사", 50, {wordBreak: "keepAll"}), 2)
  assert.equal(lines("ab cdefgh", 50, {wordBreak: "breakAll"}), 2)
  assert.equal(lines("ab cdefgh", 50), 3)
})
