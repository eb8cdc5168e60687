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

test("letters are spaced where the canvas does not space them", {skip}, () => {
  // Four letters of 10 points and the spaces behind them; a mark belongs to its letter, and has 10 points of this canvas.
  assert.equal(measurer.size("abcd", {letterSpacing: 5}, Infinity).width, 60)
  assert.equal(measurer.size("ab\u0301", {letterSpacing: 5}, Infinity).width, 40)
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

test("widths of words are remembered, and very long words take no memory", {skip}, () => {
  const measured = word => {
    const before = calls
    measurer.size(word, {}, Infinity)
    return calls - before
  }
  assert.ok(measured("m".repeat(256)) > 0)
  assert.equal(measured("m".repeat(256)), 0)
  assert.ok(measured("m".repeat(257)) > 0)
  assert.ok(measured("m".repeat(257)) > 0)
})

test("a word of any length is measured in time that grows with it", {skip}, () => {
  const before = calls
  // A letter of 10 points a line. With steps in the square of the length, this would take minutes.
  assert.equal(lines("a".repeat(300_000), 10), 300_000)
  assert.equal(lines("a".repeat(300_000), 10, {lineBreakMode: "charWrapping"}), 300_000)
  // A letter by itself, the first letters of 32, and the line that is cut off: a few for each letter at most.
  assert.ok(calls - before < 3_000_000, `${calls - before} calls`)
})

test("clusters are the same wherever a long text is divided", {skip}, async () => {
  const { clusters } = await import("../../client/text/segments.js")
  const segmenter = new Intl.Segmenter(undefined, {granularity: "grapheme"})
  // A family of joined emoji, a skin color, flags, marks and surrogates that stand alone, at each place around 1024.
  for (const cluster of ["👩‍👩‍👧‍👦", "👩🏽", "🇩🇪🇫🇷", "a" + "\u0301".repeat(3000), "\uD83D\uD83D\uDC69", "\r\n"]) {
    for (let place = 1010; place <= 1025; place++) {
      const text = "x".repeat(place) + cluster.repeat(3) + "y"
      const expected = [...segmenter.segment(text)].map(({index, segment}) => [index, segment])
      assert.deepEqual([...clusters(text)].map(({index, segment}) => [index, segment]), expected, `${place} ${cluster}`)
    }
  }
})

test("texts that have no more room are rejected, and the others stay", {skip}, async () => {
  const { TextModule } = await import("../../client/text/TextModule.js")
  const module = await TextModule.load(bytes()), places = []
  // 176 MiB each; the module has 2 GiB.
  assert.throws(() => {
    for (let count = 0; count < 12; count++) places.push(module.open({}, 1 << 24, "wordWrapping"))
  }, /no room/)
  assert.ok(places.length >= 8, `${places.length} texts`)
  assert.throws(() => module.open({}, (1 << 24) + 1, "wordWrapping"), /16,777,216/)
  for (const place of places) module.close(place)
  module.open({}, 1 << 24, "wordWrapping")
})

test("a text that cannot be measured leaves nothing in the memory of the module", {skip}, async () => {
  const { PreparedText } = await import("../../client/text/PreparedText.js")
  const { TextModule } = await import("../../client/text/TextModule.js")
  const { fullStyle } = await import("../../client/text/textStyle.js")
  const module = await TextModule.load(bytes()), {open, close} = TextModule.prototype, places = new Set()
  module.open = (...parameters) => {
    const place = open.apply(module, parameters)
    places.add(place)
    return place
  }
  module.close = place => {
    close.call(module, place)
    places.delete(place)
  }
  const widths = {of() {
    assert.equal(places.size, 1)
    throw new Error("no canvas")
  }}
  assert.throws(() => new PreparedText(module, "a", fullStyle({}), widths), /no canvas/)
  assert.equal(places.size, 0)
})

test("a measurer without a canvas says so", {skip}, async () => {
  const Canvas = globalThis.OffscreenCanvas
  delete globalThis.OffscreenCanvas
  try {
    const { FontWidths } = await import("../../client/text/FontWidths.js?without=canvas")
    assert.throws(() => new FontWidths("17px serif", 0).of("a"), /no canvas/)
  } finally {
    globalThis.OffscreenCanvas = Canvas
  }
})

test("a worker's own fonts make the measurer forget, until it is closed", {skip}, async () => {
  const { TextMeasurer } = await import("../../client/text.js")
  globalThis.fonts = new EventTarget()
  try {
    const other = await TextMeasurer.load(bytes())
    const measured = () => {
      const before = calls
      other.size("zzz", {}, 100)
      return calls - before
    }
    assert.ok(measured() > 0)
    assert.equal(measured(), 0)
    globalThis.fonts.dispatchEvent(new Event("loadingdone"))
    assert.ok(measured() > 0)
    other.close()
    globalThis.fonts.dispatchEvent(new Event("loadingdone"))
    assert.equal(measured(), 0)
  } finally {
    delete globalThis.fonts
  }
})

test("a style, a width or a text that is not one is rejected", {skip}, () => {
  const faults = [
    [{font: {size: -1}}, "font.size"], [{font: {size: NaN}}, "font.size"], [{font: {weight: 0}}, "font.weight"],
    [{font: {weight: "fat"}}, "font.weight"], [{font: {family: []}}, "font.family"], [{font: {family: [""]}}, "font.family"],
    [{lineHeight: -1}, "lineHeight"], [{letterSpacing: Infinity}, "letterSpacing"], [{lines: 1.5}, "lines"],
    [{lines: -1}, "lines"], [{lineBreakMode: "wrap"}, "lineBreakMode"],
    // A canvas keeps the font and the spacing that it had, where CSS cannot read the new ones.
    [{font: {size: null}}, "font.size"], [{font: {size: "17"}}, "font.size"], [{letterSpacing: null}, "letterSpacing"],
    [{font: {italic: "no"}}, "font.italic"], [{lineHeight: null}, "lineHeight"], [null, "The style"], [{font: null}, "font"],
    // A template's text has more members, which change its size.
    [{textStyle: "body"}, "textStyle"], [{font: {name: "serif"}}, "font.name"],
  ]
  for (const [style, name] of faults) {
    assert.throws(() => measurer.size("a", style, 10), {name: "RangeError", message: new RegExp(`^${name}`)})
  }
  assert.throws(() => measurer.size("a", {}, NaN), TypeError)
  assert.throws(() => measurer.size("a", {}), TypeError)
  assert.throws(() => measurer.size("a", {}, null), TypeError)
  assert.throws(() => measurer.size("a", {}, "100"), TypeError)
  assert.throws(() => measurer.size(undefined, {}, 10), TypeError)
  const text = measurer.prepare("a")
  text.release()
  text.release()
  assert.throws(() => text.size(10), /released/)
})

test("words begin with the capital of their language, also where a run begins inside a word", async () => {
  const { replaceLetters } = await import("../../client/text/letters.js")
  const capitalized = (text, language, previous) => replaceLetters(text, "capitalize", language, previous)
  assert.equal(capitalized("istanbul ısı", "tr"), "İstanbul Isı")
  assert.equal(capitalized("ijsland IJMUIDEN ijs", "nl-BE"), "IJsland IJMUIDEN IJs")
  assert.equal(capitalized("ßa ﬁsh և ǆep", ""), "Ssa Fish Եւ ǅep")
  assert.equal(capitalized("ry goes", "", "r"), "ry Goes")
  assert.equal(capitalized("ry goes", "", " "), "Ry Goes")
  // A language that is none, and none at all.
  for (const language of ["", "x_!", "tlh-🙂"]) assert.equal(replaceLetters("iß", "uppercase", language), "ISS")
})
