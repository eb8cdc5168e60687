import { cssFont } from "../text/textStyle.js"

/**
 * @typedef {import("../../types/api").Template} Template
 * @typedef {import("../text/FontWidths.js").PageFonts} PageFonts
 */

/** Letters of scripts that most families lack, so that the fonts that stand in count too. */
const probe = "Hamburgefonstiv, 0123456789 — Ωλ Жя 漢字 あ 한국 سلام שלום ไทย 🙂"

/**
 * The key of the fonts of a page for some templates. Pages of the same key measure the same sizes.
 *
 * @param {Record<string, Template>} templates
 * @param {PageFonts} fonts
 */
export function fontsKey(templates, fonts) {
  const families = new Set(["system-ui"])
  const text = JSON.stringify(templates, (name, value) => {
    if (name == "family") for (const family of [value].flat()) families.add(`${family}`)
    return value
  })
  const widths = [...families].sort().flatMap(family => [400, 700].map(weight =>
    fonts.widths(cssFont({families: [family], size: 100, weight, italic: false}), 0).of(probe).toFixed(2)))
  return `page-${hash(`${text} ${widths.join(" ")}`).toString(36)}`
}

/**
 * A number of 53 bits that follows from a text.
 *
 * @param {string} text
 */
function hash(text) {
  let low = 0x811C9DC5, high = 0x9DC5811C
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit, 0x85EBCA6B)
  }
  low ^= high >>> 15
  high ^= low >>> 13
  return (high >>> 0 & 0x1FFFFF) * 2 ** 32 + (low >>> 0)
}
