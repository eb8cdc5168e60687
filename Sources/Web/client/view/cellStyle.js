import { cellRole } from "../interaction/roles.js"

/**
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("../mirror/Element.js").Size} Size
 */

/** The style sheet of every view. Pages that are rendered on a server have it in a style element. */
export const styles = [
  ".tessera { overflow: auto; overflow-anchor: none; position: relative }",
  ".tessera-sizer { position: relative; overflow: clip; min-width: 100% }",
  ".tessera-pinned { position: absolute; top: 0; left: 0; z-index: 1 }",
  ".tessera-layer, .tessera-cell { position: absolute; top: 0; left: 0 }",
  ".tessera-cell { box-sizing: border-box; contain: layout style }",
].join("\n")

/**
 * The style of an element's node, relative to the layer.
 *
 * @param {Element} element
 * @param {object} options
 * @param {boolean} [options.measures] Whether the browser finds the size along the scroll direction.
 * @param {boolean} [options.isHorizontal] Whether that is the width.
 * @param {number} [options.x]
 * @param {number} [options.y]
 * @returns {Record<string, string>} CSS properties, and their values: "" for the default.
 */
export function cellStyle(element, {measures, isHorizontal, x = element.frame.x, y = element.frame.y}) {
  const {frame: {width, height}, zIndex, alpha, hidden, transform, transform3D} = element
  const turn = transform3D ? ` matrix3d(${transform3D})` : transform ? ` matrix(${transform})` : ""
  return {
    transform: `translate(${x}px, ${y}px)${turn}`,
    width: measures && isHorizontal ? "max-content" : `${width}px`,
    height: measures && !isHorizontal ? "auto" : `${height}px`,
    zIndex: zIndex ? `${zIndex}` : "",
    opacity: alpha != null && alpha != 1 ? `${alpha}` : "",
    visibility: hidden ? "hidden" : "",
  }
}

/**
 * @param {Size} contentSize
 * @returns {Record<string, string>}
 */
export function sizerStyle({width, height}) {
  return {width: `${Math.min(width, 8_000_000)}px`, height: `${Math.min(height, 8_000_000)}px`}
}

/**
 * The attributes of an element's node.
 *
 * @param {Element} element
 * @param {{role?: import("../interaction/roles.js").Role, itemCounts?: ReadonlyMap<number, number>}} options
 * @returns {Record<string, string>}
 */
export function cellAttributes(element, options) {
  const {category, kind} = element
  const classes = `tessera-cell${category == "cell" ? "" : ` tessera-${category} tessera-${kind}`}`
  return {class: classes, ...category == "decoration" && {"aria-hidden": "true"}, ...cellRole(element, options)}
}
