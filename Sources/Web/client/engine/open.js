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
  /** @type {Shared | undefined} */
  let shared
  /** @type {Replica | undefined} */
  let replica
  const begin = () => {
    shared = share(collection)
    return shared.replica.then(opened => replica = opened, problem => {
      replicas.get(tessera)?.delete(collection.id)
      tell(collection, {type: "unavailable", problem})
    })
  }
  const begun = begin()
  if (engine == "page") await begun

  return {
    send: (...request) => (replica ?? tessera).send(...request),
    events(address, options) {
      let isClosed = false
      const isOwn = address.startsWith(path)
      if (isOwn && shared) shared.streams++
      let stream = (replica ?? tessera).events(address, options)
      if (!replica && isOwn) {
        begun.then(() => {
          if (!replica || isClosed) return
          // From here on the page answers, beginning with what the service has shown.
          stream.close()
          stream = replica.events(address, options)
          options.onEvent({event: "reset", id: `${replica.version}`, data: {version: replica.version, reason: "engine"}})
        })
      }
      return {
        close() {
          if (isClosed) return
          isClosed = true
          stream.close()
          if (isOwn && shared && --shared.streams == 0) end(collection, shared)
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
  loading ??= Engine.load()
  loading.catch(() => loading = undefined)
  const replica = loading.then(engine => Replica.open(collection, {
    engine: engine.isBroken ? undefined : engine, onStatus: status => tell(collection, status),
  }))
  const shared = {replica, streams: 0}
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

/**
 * @param {Collection} collection
 * @param {object} status
 */
function tell({id}, status) {
  globalThis.dispatchEvent?.(new CustomEvent("tesseraengine", {detail: {collection: id, ...status}}))
}
