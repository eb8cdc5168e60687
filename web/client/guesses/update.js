import { operations } from "../service/operations.js"
import { Guesses } from "./Guesses.js"

/**
 * @typedef {import("../service/Session.js").ChangeOptions} ChangeOptions
 * @typedef {import("../service/Session.js").Shown} Shown
 * @typedef {import("../service/Session.js").Build} Build
 * @typedef {import("../service/HTTPSession.js").HTTPSession} HTTPSession
 * @typedef {import("../mirror/Mirror.js").UpdateDiff} UpdateDiff
 */

/**
 * Changes the collection of a session, and shows the probable result at once. The response replaces it. If the service
 * rejects the change, everything returns to its position.
 *
 * @param {HTTPSession} session
 * @param {Build} build
 * @param {ChangeOptions} options
 * @returns {Promise<Shown>}
 */
export async function update(session, build, {id, ...options} = {}) {
  const {collection} = session, list = operations(build)
  const pending = {operations: /** @type {import("./batch.js").Operation[]} */ (list), version: Infinity}
  const guesses = guessesOf(session)
  guesses.add(pending)
  session.shown.refresh()
  try {
    const diff = await session.perform(async order => {
      const diff = await collection.update(list, {...options, ...order})
      pending.version = diff.version ?? 0
      return diff
    }, id)
    return {diff, fate: Promise.resolve({type: "settled", version: diff?.version})}
  } finally {
    if (guesses.delete(pending)) session.shown.refresh()
  }
}

/** @param {HTTPSession} session */
function guessesOf(session) {
  const {shown} = session
  if (shown.overlay instanceof Guesses) return shown.overlay
  const guesses = new Guesses(session.mirror, () => session.known)
  shown.overlay = guesses
  return guesses
}
