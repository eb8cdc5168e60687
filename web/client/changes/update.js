import { operations } from "../service/operations.js"
import { Guesses } from "./Guesses.js"

/**
 * @typedef {import("../service/Collection.js").DiffOptions} DiffOptions
 * @typedef {import("../service/operations.js").Build} Build
 * @typedef {import("../viewport/Viewport.js").Viewport} Viewport
 * @typedef {import("../mirror/Mirror.js").UpdateDiff} UpdateDiff
 */

/**
 * Changes the collection of a view, and shows the probable result at once. The response replaces it. If the
 * service rejects the change, everything returns to its position. Where the page lays out itself, the response is as fast
 * as that.
 *
 * @param {{viewport: Viewport, collection: import("../service/Collection.js").Collection}} view
 * @param {Build} build
 * @param {DiffOptions} [options]
 */
export async function update({viewport, collection}, build, options) {
  const list = operations(build)
  const pending = {operations: /** @type {import("./batch.js").Operation[]} */ (list), version: Infinity}
  const guesses = guessesOf(viewport)
  guesses.add(pending)
  const {isImmediate} = /** @type {import("../engine/open.js").Service} */ (collection.tessera)
  if (!isImmediate || !viewport.isIdle) viewport.refresh()
  try {
    return await viewport.perform(async order => {
      const diff = await collection.update(list, {...options, ...order})
      pending.version = diff.version ?? 0
      return diff
    })
  } finally {
    if (guesses.delete(pending)) viewport.refresh()
  }
}

/** @param {Viewport} viewport */
function guessesOf(viewport) {
  const {overlay} = viewport
  if (overlay instanceof Guesses) return overlay
  const guesses = new Guesses(viewport.mirror)
  viewport.overlay = guesses
  return guesses
}
