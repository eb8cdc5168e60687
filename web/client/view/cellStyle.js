export { cellAttributes, cellStyle, styles } from "./Cell.js"

/** @typedef {import("../mirror/Element.js").Size} Size */

/**
 * @param {Size} contentSize
 * @returns {Record<string, string>}
 */
export function sizerStyle({width, height}) {
  return {width: `${Math.min(width, 8_000_000)}px`, height: `${Math.min(height, 8_000_000)}px`}
}
