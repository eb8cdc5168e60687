import { Engine } from "./Engine.js"
import { Replica } from "./Replica.js"

/**
 * @typedef {import("../service/Collection.js").Collection} Collection
 * @typedef {import("../service/Tessera.js").Tessera} Tessera
 * @typedef {import("../service/Tessera.js").EventOptions} EventOptions
 * @typedef {Pick<Tessera, "send" | "events">} Service
 *
 * @typedef {object} Shared A replica that the views of a collection share.
 * @property {Promise<Replica>} replica
 * @property {number} streams How many of them have a stream of events open.
 * @property {(() => void)[]} failed Called if the replica cannot go on.
 */

/** @type {WeakMap<Tessera, Map<string, Shared>>} */
const replicas = new WeakMap()
/** @type {Promise<Engine> | undefined} All collections of a page are in the memory of one module. */
let loading

/**
 * What answers the requests of a view: the replica once it is here, and the service until then and where there can be
 * none. With `page` nothing is asked for before the replica is here, or has failed.
 *
 * What a replica does by itself is told by events `tesseraengine` of the window.
 *
 * @param {Collection} collection
 * @param {"auto" | "page"} engine
 * @returns {Promise<Service>}
 */
export async function open(collection, engine) {
  const {tessera, path} = collection
  /** @type {Replica | undefined} */
  let replica
  /** @type {Set<(service: Service) => void>} The streams of the view, which move to another service. */
  const streams = new Set()
  const shared = share(collection)
  shared.failed.push(() => {
    replica = undefined
    for (const move of streams) move(tessera)
  })
  const begun = shared.replica.then(opened => {
    replica = opened
    prepare()
    for (const move of streams) move(opened)
  }, problem => {
    replicas.get(tessera)?.delete(collection.id)
    tell(collection, {type: "unavailable", problem})
  })
  if (engine == "page") await begun

  return {
    send: (...request) => (replica ?? tessera).send(...request),
    events(address, options) {
      let stream = (replica ?? tessera).events(address, options)
      // From here on another service answers, beginning with what this one has shown.
      const move = (/** @type {Service} */ service) => {
        stream.close()
        stream = service.events(address, options)
        options.onEvent({event: "reset", id: "", data: {version: replica?.version ?? 0, reason: "engine"}})
      }
      const isOwn = address.startsWith(path)
      if (isOwn) {
        streams.add(move)
        shared.streams++
      }
      return {
        close() {
          stream.close()
          if (streams.delete(move) && --shared.streams == 0) end(collection, shared)
        },
      }
    },
  }
}

/**
 * @param {Collection} collection
 * @returns {Shared}
 */
function share(collection) {
  const {tessera, id} = collection, known = replicas.get(tessera) ?? new Map()
  replicas.set(tessera, known)
  /** @type {Shared | undefined} */
  const found = known.get(id)
  if (found) return found
  // Most collections have one of the common kinds. A replica with another one loads the rest by itself.
  loading ??= Engine.loadCommon()
  loading.catch(() => loading = undefined)
  /** @type {(() => void)[]} */
  const failed = []
  /** @param {import("./Replica.js").Status} status */
  const onStatus = status => {
    tell(collection, status)
    if (status.type != "closed" || !/^engine_/.test(status.reason)) return
    known.delete(id)
    for (const fail of failed) fail()
  }
  const replica = loading.then(engine => Replica.open(collection, {engine: engine.isBroken ? undefined : engine, onStatus}))
  const shared = {replica, streams: 0, failed}
  known.set(id, shared)
  return shared
}

/**
 * Ends a replica that no view has needed for a while.
 *
 * @param {Collection} collection
 * @param {Shared} shared
 */
function end({tessera, id}, shared) {
  setTimeout(() => {
    if (shared.streams) return
    if (replicas.get(tessera)?.get(id) == shared) replicas.get(tessera)?.delete(id)
    shared.replica.then(replica => replica.close(), () => {})
  }, 1000)
}

/** Loads what changes need, so that a page can make them while it is offline. */
function prepare() {
  Promise.allSettled([
    import("../changes/update.js"), import("../changes/Animator.js"), import("../mirror/Change.js"),
    import("../mirror/itemCounts.js"), import("../service/operations.js"), import("../view/actions.js"),
  ])
}

/**
 * @param {Collection} collection
 * @param {object} status
 */
function tell({id}, status) {
  globalThis.dispatchEvent?.(new CustomEvent("tesseraengine", {detail: {collection: id, ...status}}))
}
