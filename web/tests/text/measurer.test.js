// Texts whose letters are 10 points wide, whatever they are: the canvas of the page is another one.

import assert from "node:assert/strict"
import { before, test } from "node:test"
import { bytes, skip } from "./module.js"

let measurer, calls = 0

before(async () => {
  if (skip) return
  globalThis.OffscreenCanvas = class {
    getContext() {
      const measureText = text => ({
        width: 10 * [...text].length, fontBoundingBoxAscent: 14.4, fontBoundingBoxDescent: 4.2, calls: calls++,
      })
      return {measureText}
    }
  }
  const { TextMeasurer } = await import("../../client/text.js")
  measurer = await TextMeasurer.load(bytes())
})

const lines = (text, width, style) => measurer.size(text, {lines: 0, ...style}, width).lineCount

test("a text is as high as its lines, and has baselines", {skip}, () => {
  // Two lines of 24 points, whose letters of 14 and 4 stand in the middle: 3 points above them.
  assert.deepEqual(measurer.size("aa bb", {lines: 0, lineHeight: 24}, 30), {
    width: 20, height: 48, lineCount: 2, firstBaseline: 17, lastBaseline: 41, isTruncated: false,
  })
  // Without a height of lines, that of the font in whole points.
  assert.equal(measurer.size("aa", {}, Infinity).height, 18)
  assert.deepEqual(measurer.size("", {}, 30), {
    width: 0, height: 0, lineCount: 0, firstBaseline: 0, lastBaseline: 0, isTruncated: false,
  })
})

test("lines break after spaces, hyphens and ideographs, and inside words that are too long", {skip}, () => {
  assert.equal(lines("aa bb cc", 50), 2)
  assert.equal(lines("ab-cd", 30), 2)
  // No line begins with a comma or a closing bracket, or ends with an opening one: 漢字、 「括 弧」.
  assert.equal(lines("漢字、「括弧」", 30), 3)
  assert.equal(lines("abcdefgh", 30), 3)
  assert.equal(lines("ab cd", 30, {lineBreakMode: "charWrapping"}), 2)
  assert.equal(lines("aa bb cc", 10, {lineBreakMode: "clipping"}), 1)
})

test("a soft hyphen is shown where a line ends with it, and has no width elsewhere", {skip}, () => {
  assert.equal(measurer.size("ab\xADcd", {lines: 0}, Infinity).width, 40)
  // "ab" and the hyphen, then "cd".
  assert.deepEqual([lines("ab\xADcd", 30), measurer.size("ab\xADcd", {lines: 0}, 30).width], [2, 30])
})

test("a line of tabs has the same size again after an ellipsis has cut it", {skip}, () => {
  const text = measurer.prepare("a\tb\tc\td", {lines: 1})
  const first = text.size(100)
  assert.equal(first.isTruncated, true)
  assert.deepEqual(text.size(100), first)
  // Stops of 80 points: d is at 240.
  assert.equal(text.size(Infinity).width, 250)
  text.release()
})

test("a prepared text is measured once, for all widths", {skip}, () => {
  const text = measurer.prepare("some words that no other test has measured before", {lines: 0})
  const before = calls
  for (let width = 100; width < 400; width++) text.size(width)
  // The heights of the font are measured with the first size.
  assert.ok(calls - before <= 1, `${calls - before} calls`)
  text.release()
})

test("any text has a size: surrogates that stand alone, controls, long and deep ones", {skip}, () => {
  for (const text of ["\uD800", "a\uDC00b", "\0\x01", "\u0301\u0301", "\u200D\u200D", "\n\n\n", "\r\n", "\u2028"]) {
    for (const width of [-1, 0, 10, Infinity]) assert.ok(lines(text, width) >= 1, JSON.stringify(text))
  }
  // A letter a line, and words of two letters.
  assert.equal(lines("a".repeat(5000), 0), 5000)
  assert.equal(lines("漢".repeat(5000), 20), 2500)
  assert.equal(lines("ab ".repeat(5000), 20), 5000)
})

test("a style, a width or a text that is not one is rejected", {skip}, () => {
  const faults = [
    [{font: {size: -1}}, "font.size"], [{font: {size: NaN}}, "font.size"], [{font: {weight: 0}}, "font.weight"],
    [{font: {weight: "fat"}}, "font.weight"], [{font: {family: []}}, "font.family"], [{font: {family: [""]}}, "font.family"],
    [{lineHeight: -1}, "lineHeight"], [{letterSpacing: Infinity}, "letterSpacing"], [{lines: 1.5}, "lines"],
    [{lines: -1}, "lines"], [{lineBreakMode: "wrap"}, "lineBreakMode"],
  ]
  for (const [style, name] of faults) {
    assert.throws(() => measurer.size("a", style, 10), {name: "RangeError", message: new RegExp(`^${name}`)})
  }
  assert.throws(() => measurer.size("a", {}, NaN), TypeError)
  assert.throws(() => measurer.size("a", {}), TypeError)
  assert.throws(() => measurer.size(undefined, {}, 10), TypeError)
  const text = measurer.prepare("a")
  text.release()
  text.release()
  assert.throws(() => text.size(10), /released/)
})
