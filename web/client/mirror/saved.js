import { differences } from "./Mirror.js"

/**
 * @typedef {import("./Change.js").Change} Change
 * @typedef {import("./Mirror.js").Mirror} Mirror
 * @typedef {ReturnType<typeof save>} SavedMirror
 */

/**
 * The present state of a mirror.
 *
 * @param {Mirror} mirror
 */
export const save = mirror => ({...mirror, elements: new Map(mirror.elements)})

/**
 * Returns a mirror to a state that `save` has returned.
 *
 * @param {Mirror} mirror
 * @param {SavedMirror} saved
 * @returns {Change} The changes of elements by that.
 */
export function restore(mirror, saved) {
  const before = mirror.elements, {x, y} = mirror.bounds
  Object.assign(mirror, saved)
  mirror.clear()
  for (const element of saved.elements.values()) mirror.put(element)
  const {version, contentSize, window, bounds: to} = mirror
  return {
    version, cause: "restore", isReset: false, contentSize, window, changes: differences(before, mirror.elements),
    contentOffset: {from: {x, y}, to: {x: to.x, y: to.y}}, adjustment: {x: to.x - x, y: to.y - y},
  }
}
