import { Collection } from "../service/Collection.js"

/**
 * A collection whose requests the page's own engine handles once it is here.
 *
 * @param {Collection} collection
 * @param {"auto" | "page"} engine
 * @returns {Collection}
 */
export function paged(collection, engine) {
  /** @type {import("../engine/open.js").Service | undefined} */
  let here
  const opened = import("../engine/open.js").then(async ({open}) => here = await open(collection, engine))
  const service = {
    url: collection.tessera.url,
    get isImmediate() { return here?.isImmediate },
    /** @param {Parameters<Collection["tessera"]["send"]>} request */
    send: async (...request) => (await opened).send(...request),
    /** @param {Parameters<Collection["tessera"]["events"]>} stream */
    events(...stream) {
      const events = opened.then(service => service.events(...stream))
      return {close: () => events.then(({close}) => close())}
    },
  }
  return new Collection(/** @type {Collection["tessera"]} */ (/** @type {unknown} */ (service)), collection.id)
}
