import { Guesses } from "./Guesses.js"

/**
 * @typedef {import("../service/Session.js").ChangeOptions} ChangeOptions
 * @typedef {import("../service/Session.js").Shown} Shown
 * @typedef {import("../service/operations.js").Operations} Operations
 * @typedef {import("../service/HTTPSession.js").HTTPSession} HTTPSession
 * @typedef {import("../mirror/Mirror.js").UpdateDiff} UpdateDiff
 */

/**
 * Changes the collection of a session, and shows the probable result at once. The response replaces it. If the service
 * rejects the change, everything returns to its position.
 *
 * @param {HTTPSession} session
 * @param {Operations} list
 * @param {ChangeOptions} options
 * @returns {Promise<Shown>}
 */
export async function update(session, list, {id, ...options} = {}) {
  const {collection} = session
  const pending = {operations: /** @type {import("./batch.js").Operation[]} */ (list), version: Infinity}
  const guesses = guessesOf(session)
  guesses.add(pending)
  session.refresh()
  try {
    const diff = await session.perform(async order => {
      const diff = await collection.update(list, {...options, ...order})
      pending.version = diff.version ?? 0
      return diff
    }, id)
    return {diff, fate: Promise.resolve({type: "settled", version: diff?.version})}
  } finally {
    if (guesses.delete(pending)) session.refresh()
  }
}

/** @param {HTTPSession} session */
function guessesOf(session) {
  const {overlay} = session
  if (overlay instanceof Guesses) return overlay
  const guesses = new Guesses(session.mirror, () => session.known)
  session.overlay = guesses
  return guesses
}
