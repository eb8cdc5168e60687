// Records how Chromium lays out the trees of `trees.js`: node Tests/FlexboxTests/Corpus/record.js [SEED] [FILE]
//
// Needs Debian's chromium and fonts-inter (tools/setup). Writes ../Fixtures/chromium.json, which ../Fixtures/README.md
// describes.

import { writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

import { openChromium } from "../../../web/tests/support/chromium.js"
import { trees } from "./trees.js"

const [seed = "7", file = join(dirname(fileURLToPath(import.meta.url)), "../Fixtures/chromium.json")] = process.argv.slice(2)

/** Runs in the page: returns the content widths of each tree, and the frames of its nodes relative to their parents. */
function measure(trees) {
  const kebab = name => name.replace(/[A-Z]/g, letter => "-" + letter.toLowerCase())
  const lengths = /^(width|height|min|max|padding|margin|top|right|bottom|left|rowGap|columnGap|flexBasis)/
  const plain = /^(flexGrow|flexShrink|order|aspectRatio)$/
  const value = (name, value) =>
    typeof value == "number" ? (plain.test(name) ? `${value}` : `${value}px`)
    : lengths.test(name) ? value
    : value == "lastBaseline" ? "last baseline"
    : kebab(value)

  function element(tree, index) {
    const node = tree.nodes[index]
    const box = document.createElement(node.image ? "canvas" : "div")
    const rules = {display: node.text === undefined ? "flex" : "block", position: "relative", boxSizing: "borderBox"}
    if (node.image) {
      [box.width, box.height] = node.image
      rules.display = "block"
    }
    if (node.text !== undefined) {
      box.textContent = node.text
      box.style.font = `${node.size}px/${node.lineHeight}px Inter`
      box.style.overflowWrap = "break-word"
    }
    for (const [name, rule] of Object.entries({...rules, ...node.style})) {
      if (name == "display" && rule == "flex" && node.image) continue
      box.style.setProperty(kebab(name), value(name, rule))
    }
    if (index == 0) {
      box.style.direction = node.style.direction ?? tree.direction
      if (tree.width !== null) Object.assign(box.style, {width: `${tree.width}px`, minWidth: "0", maxWidth: "none", boxSizing: "border-box"})
      else box.style.width = node.style.width === undefined ? "max-content" : box.style.width
      if (tree.height !== null) Object.assign(box.style, {height: `${tree.height}px`, minHeight: "0", maxHeight: "none", boxSizing: "border-box"})
    }
    for (const child of node.children ?? []) box.append(element(tree, child))
    tree.elements[index] = box
    return box
  }

  return trees.map(tree => {
    tree.elements = []
    const outer = document.createElement("div")
    outer.style.cssText = "position: absolute; left: 0; top: 0; width: 20000px"
    outer.append(element(tree, 0))
    document.body.replaceChildren(outer)
    const rects = tree.elements.map(element => element.getBoundingClientRect())
    const origins = tree.nodes.map(() => ({x: 0, y: 0}))
    tree.nodes.forEach((node, index) => node.children?.forEach(child => origins[child] = rects[index]))
    const sixtyFourths = values => values.map(value => Math.round(value * 64))
    const frames = rects.map((rect, index) =>
      index > 0 && !tree.elements[index].offsetParent ? null
      : sixtyFourths([rect.x - origins[index].x, rect.y - origins[index].y, rect.width, rect.height]))
    const root = tree.elements[0]
    Object.assign(root.style, {height: "auto", minWidth: "0", maxWidth: "none"})
    const widths = ["min-content", "max-content"].map(width => {
      root.style.width = width
      return root.getBoundingClientRect().width
    })
    return {widths: sixtyFourths(widths), frames}
  })
}

const all = trees(Number(seed))
const browser = await openChromium({width: 1000, height: 1000})
try {
  const page = await browser.newPage("data:text/html,<!DOCTYPE html><html lang=en><body style='margin:0'><p style='font: 20px Inter'>a</p>")
  await page.evaluate(() => document.fonts.ready.then(() => true))
  const results = []
  for (let start = 0; start < all.length; start += 100) results.push(...await page.evaluate(measure, all.slice(start, start + 100)))
  const {product} = await browser.send("Browser.getVersion")
  const lines = all.map((tree, index) => JSON.stringify({...tree, ...results[index]}))
  await writeFile(file, `{"about":${JSON.stringify(`${product}, seed ${seed}`)},"trees":[\n${lines.join(",\n")}\n]}\n`)
  console.log(`${all.length} trees, ${all.reduce((sum, tree) => sum + tree.nodes.length, 0)} boxes, ${product}`)
} finally {
  await browser.close()
}
