import { Engine } from "./Engine.js"
import { Replica } from "./Replica.js"

/**
 * @typedef {import("../service/Collection.js").Collection} Collection
 * @typedef {import("../service/Tessera.js").Tessera} Tessera
 * @typedef {import("../service/Tessera.js").EventOptions} EventOptions
 * @typedef {Pick<Tessera, "send" | "events"> & {isImmediate?: boolean}} Service `isImmediate` if it responds before the
 *   next frame.
 *
 * @typedef {object} Stream A stream of events that a view has open.
 * @property {(service: Service) => void} move Lets another service go on with it.
 *
 * @typedef {object} Shared The replica that the views of a collection share.
 * @property {Promise<Replica>} replica
 * @property {Replica} [opened] The replica while it can be used.
 * @property {Set<Stream>} streams Those of all its views.
 */

/** @type {WeakMap<Tessera, Map<string, Shared>>} */
const replicas = new WeakMap()
/** @type {Promise<Engine> | undefined} All collections of a page are in the memory of one module. */
let loading

/**
 * Handles the requests of a view: by the replica once it is here, and by the service until then and where there can be
 * none. With `page` the view sends no request before the replica is here, or has failed.
 *
 * Events `tesseraengine` of the window report the actions of a replica.
 *
 * @param {Collection} collection
 * @param {"auto" | "page"} engine
 * @returns {Promise<Service>}
 */
export async function open(collection, engine) {
  const {tessera, path} = collection, shared = share(collection)
  const service = () => shared.opened ?? tessera
  if (engine == "page") await shared.replica.catch(() => {})

  return {
    get isImmediate() { return shared.opened?.isImmediate },
    send: (...request) => service().send(...request),
    events(address, options) {
      let events = service().events(address, options)
      /** @type {Stream} */
      const stream = {
        // The other service begins with the version that this one has shown.
        move(service) {
          events.close()
          events = service.events(address, options)
          options.onEvent({event: "reset", id: "", data: {version: shared.opened?.version ?? 0, reason: "engine"}})
        },
      }
      if (address.startsWith(path)) shared.streams.add(stream)
      return {
        close() {
          events.close()
          if (shared.streams.delete(stream) && !shared.streams.size) end(collection, shared)
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
  /** The next view begins anew. */
  const forget = () => {
    if (known.get(id) == shared) known.delete(id)
  }
  /** @param {Service} service */
  const move = service => {
    for (const stream of shared.streams) stream.move(service)
  }
  /** @param {import("./Replica.js").Status} status */
  const onStatus = status => {
    tell(collection, status)
    if (status.type != "closed") return
    forget()
    if (!shared.opened || !/^engine_/.test(status.reason)) return
    shared.opened = undefined
    move(tessera)
  }
  const replica = engineOfPage().then(engine => Replica.open(collection, {engine, onStatus}))
  /** @type {Shared} */
  const shared = {replica, streams: new Set()}
  known.set(id, shared)
  replica.then(opened => {
    if (known.get(id) != shared) return
    shared.opened = opened
    prepare()
    move(opened)
  }, problem => {
    forget()
    tell(collection, {type: "unavailable", problem})
  })
  return shared
}

/**
 * The engine of all collections, or another in its place if it has failed.
 *
 * @returns {Promise<Engine>}
 */
async function engineOfPage() {
  loading ??= Engine.begin()
  loading.catch(() => loading = undefined)
  const engine = await loading
  if (!engine.isBroken) return engine
  loading = engine.lacksPart ? engine.whole : engine.renewed()
  return engineOfPage()
}

/**
 * Ends a replica that no view has needed for a while.
 *
 * @param {Collection} collection
 * @param {Shared} shared
 */
function end({tessera, id}, shared) {
  setTimeout(() => {
    if (shared.streams.size) return
    const known = replicas.get(tessera)
    if (known?.get(id) == shared) known.delete(id)
    shared.replica.then(replica => replica.close(), () => {})
  }, 1000)
}

/** Loads the part of the module that changes need, so that a page can make them while it is offline. */
function prepare() {
  Promise.allSettled([
    import("../service/guesses/update.js"), import("../changes/Animator.js"), import("../mirror/Change.js"),
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
