import { backoff, pause } from "../service/transport.js"
import { open } from "./edits.js"
import { addressOf, canKeep, drop, keptEdits, tab } from "./kept.js"

/**
 * @typedef {import("../service/Session.js").Fate} Fate
 * @typedef {import("../service/TesseraProblem.js").TesseraProblem} TesseraProblem
 * @typedef {import("../view/CollectionView.js").CollectionView} CollectionView
 * @typedef {import("./kept.js").KeptEdit} KeptEdit
 */

/** The milliseconds after which an edit is not sent any more: the service may have forgotten its key by then. */
const longest = 24 * 60 * 60 * 1000
/** The codes of problems that say that a request with the key was carried out. */
const made = ["answer_not_kept", "idempotency_key_reused"]

/**
 * Sends the edits that tabs have left behind when they were closed, each once: with its key, one after the other, by one of
 * the tabs that show the collection.
 *
 * @param {CollectionView} view
 * @param {AbortSignal} signal Aborted when the view has ended.
 */
export async function resume(view, signal) {
  if (!canKeep()) return
  const {collection} = view
  await navigator.locks.request(`tessera-edits ${addressOf(collection)}`, {signal}, async () => {
    const {held = []} = await navigator.locks.query(), living = held.map(({name}) => name)
    for (const edit of await keptEdits(collection)) {
      const {id, operations} = edit, isOfTab = edit.tab == tab
      if (isOfTab ? open.has(id) : living.includes(edit.tab)) continue
      view.emit("edit", {id, operations, type: "pending"})
      const fate = await send(view, edit, signal)
      await drop(id)
      view.emit("edit", {id, operations, ...fate})
    }
  }).catch(() => {})
}

/**
 * @param {CollectionView} view
 * @param {KeptEdit} edit
 * @param {AbortSignal} signal
 * @returns {Promise<Fate>}
 */
async function send({collection}, {id, operations, version, time}, signal) {
  // Index paths and section numbers are those of one version; names are the same in every one.
  const isNamed = operations.every(({at, from, to}) => at == null && from == null && to == null)
  for (let failures = 0; Date.now() - time < longest; failures++) {
    try {
      const options = {idempotencyKey: id, ifMatch: isNamed ? undefined : version, retry: {times: 0}, signal}
      const diff = await collection.update(operations, options)
      return {type: "settled", version: diff.version}
    } catch (error) {
      signal.throwIfAborted()
      const problem = /** @type {TesseraProblem} */ (error)
      if (problem.status == null) throw error
      if (made.includes(problem.code)) return {type: "settled"}
      const isOver = !problem.isTransient && (problem.status <= 500 || problem.status > 599)
      if (isOver) return {type: [409, 412, 422].includes(problem.status) ? "conflict" : "refused", problem}
      await pause(backoff(problem, failures, 500, 30_000), signal)
    }
  }
  return {type: "lost"}
}
