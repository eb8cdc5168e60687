/** @typedef {import("./Collection.js").Collection} Collection */

/**
 * The arguments of the handlers of `Collection.on`.
 *
 * @typedef {object} Events
 * @property {import("../../types/formats").CollectionDiff} change
 * @property {{version: number, reason: string}} reset
 * @property {{reason: string}} closed
 * @property {undefined} online
 * @property {undefined} offline
 */

/**
 * The handlers of a collection and the one stream that they share.
 *
 * @typedef {{handlers: Map<keyof Events, Set<(event: never) => void>>, close(): void}} Watch
 */

/** @type {WeakMap<Collection, Watch>} */
const watches = new WeakMap()

/**
 * Adds a handler of events. The stream is open as long as there are handlers.
 *
 * @template {keyof Events} T
 * @param {Collection} collection
 * @param {T} type
 * @param {(event: Events[T]) => void} handler
 * @returns {() => void}
 */
export function watch(collection, type, handler) {
  const {handlers, close} = watches.get(collection) ?? open(collection)
  const set = handlers.get(type) ?? new Set()
  handlers.set(type, set.add(handler))
  return () => {
    set.delete(handler)
    if ([...handlers.values()].every(set => set.size == 0)) close()
  }
}

/**
 * @param {Collection} collection
 * @returns {Watch}
 */
function open(collection) {
  /** @type {Watch["handlers"]} */
  const handlers = new Map()
  /** @param {keyof Events} type @param {unknown} [data] */
  const tell = (type, data) => {
    for (const handler of [...handlers.get(type) ?? []]) handler(/** @type {never} */ (data))
  }
  const stream = collection.events({
    onEvent({event, data}) {
      if (event == "message") tell("change", data)
      if (event == "reset") tell("reset", data)
      if (event == "closed") tell("closed", data)
    },
    onState: state => tell(state == "open" ? "online" : "offline"),
  })
  const close = () => {
    stream.close()
    if (watches.get(collection) == watch) watches.delete(collection)
  }
  const watch = {handlers, close}
  watches.set(collection, watch)
  return watch
}
