import { Mirror } from "../mirror/Mirror.js"
import { deltaOf } from "../service/conversions.js"
import { adoptCells } from "../view/adopt.js"
import { CollectionView } from "../view/CollectionView.js"

/**
 * Makes a view of the element that `toHTML` has written. The nodes stay as they are, unless the collection has changed
 * since: changes are shown without an animation.
 *
 * @param {HTMLElement} element
 * @param {import("../view/CollectionView.js").Options} options
 */
export function hydrate(element, options) {
  const outcome = JSON.parse(element.querySelector(":scope > script[type='application/json']")?.textContent ?? "null")
  if (!outcome) throw new Error("The element has no state: it does not come from toHTML.")
  // In the order of reading, as they were written.
  const nodes = /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[data-frame]")).values()
  const mirror = new Mirror(), delta = deltaOf(mirror.apply(outcome), mirror)
  return new CollectionView(element, {...options, adopt: {mirror, delta, node: () => nodes.next().value, take: adoptCells}})
}
