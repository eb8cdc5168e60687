import { operations } from "./operations.js"
import { queryText } from "./transport.js"

/**
 * @typedef {import("./transport.js").RequestOptions} RequestOptions
 * @typedef {import("../../types/api").Anchor} Anchor
 * @typedef {import("../../types/api").BoundsRequest} BoundsRequest
 * @typedef {import("../../types/api").CollectionColumns} CollectionColumns
 * @typedef {import("../../types/api").CollectionDescription} CollectionDescription
 * @typedef {import("../../types/api").CollectionLayout} CollectionLayout
 * @typedef {import("../../types/api").DiffScope} DiffScope
 * @typedef {import("../../types/api").ElementMeasurement} ElementMeasurement
 * @typedef {import("../../types/api").FindScrollTargetQuery} FindScrollTargetQuery
 * @typedef {import("../../types/api").GetAttributesQuery} GetAttributesQuery
 * @typedef {import("../../types/api").GetHistoryQuery} GetHistoryQuery
 * @typedef {import("../../types/api").History} History
 * @typedef {import("../../types/api").InvalidationRequest} InvalidationRequest
 * @typedef {import("../../types/api").LayoutKind} LayoutKind
 * @typedef {import("../../types/api").MovementBeginning} MovementBeginning
 * @typedef {import("../../types/api").MovementEnd} MovementEnd
 * @typedef {import("../../types/api").MovementUpdate} MovementUpdate
 * @typedef {import("../../types/api").ScrollOutcome} ScrollOutcome
 * @typedef {import("../../types/api").ScrollTarget} ScrollTarget
 * @typedef {import("../../types/api").SnapshotRequest} SnapshotRequest
 * @typedef {import("../../types/formats").CollectionDiff} CollectionDiff
 * @typedef {import("../../types/api").UpdatesRequest} UpdatesRequest
 * @typedef {import("../../types/api").ViewportList} ViewportList
 * @typedef {import("../../types/api").ViewportRequest} ViewportRequest
 * @typedef {import("../../types/api").WatchCollectionQuery} WatchCollectionQuery
 */

/**
 * @typedef {RequestOptions & {viewport?: string, include?: "content"}} ChangeOptions
 *   `viewport` is the one that the response describes; with `include`, cells that come have their content.
 */

/**
 * @typedef {ChangeOptions & {anchor?: Anchor, scope?: DiffScope,
 *   runs?: boolean}} DiffOptions
 *   `anchor` stays in place on screen; `scope` says which elements are compared.
 */

/** A stored collection: its items, its layout and its viewports. */
export class Collection {
  /**
   * @param {import("./Tessera.js").Tessera} tessera
   * @param {string} id
   */
  constructor(tessera, id) {
    this.tessera = tessera
    this.id = id
    this.path = `/v1/collections/${encodeURIComponent(id)}`
  }

  /**
   * @param {RequestOptions} [options]
   * @returns {Promise<CollectionDescription>}
   */
  describe(options) {
    return this.#send("GET", "", undefined, options)
  }

  /**
   * @param {RequestOptions & {erase?: boolean}} options With `erase`, nothing of it stays in the store.
   * @returns {Promise<void>}
   */
  delete({erase, ...options} = {}) {
    return this.#send("DELETE", "", undefined, options, {erase})
  }

  /**
   * The elements in a rect, one of them, or all, in the format of the query.
   *
   * @template {GetAttributesQuery} [Q={}]
   * @param {Q} [query]
   * @param {RequestOptions} [options]
   * @returns {Promise<import("../../types/formats").Formatted<Q, CollectionLayout, CollectionColumns>>}
   */
  attributes(query, options) {
    return this.#send("GET", "/attributes", undefined, options, query)
  }

  /**
   * Inserts, deletes, moves and reloads items and sections, all in one change:
   * `collection.update(batch => batch.insert(items, {before: id}).delete(ids))`.
   *
   * @param {import("./operations.js").Build | UpdatesRequest} change
   * @param {DiffOptions} [options]
   * @returns {Promise<CollectionDiff>}
   */
  async update(change, options) {
    const body = "updates" in change ? change : {updates: operations(change)}
    return this.#send("POST", "/updates", {...compared(options), ...body}, options)
  }

  /**
   * Changes the collection to a new state; the service finds the differences.
   *
   * @param {SnapshotRequest} snapshot
   * @param {DiffOptions} [options]
   * @returns {Promise<CollectionDiff>}
   */
  applySnapshot(snapshot, options) {
    return this.#send("PUT", "/snapshot", {...compared(options), ...snapshot}, options)
  }

  /**
   * @param {LayoutKind} layout
   * @param {DiffOptions} [options]
   * @returns {Promise<CollectionDiff>}
   */
  setLayout(layout, options) {
    return this.#send("PUT", "/layout", {...compared(options), layout}, options)
  }

  /**
   * Moves the main viewport.
   *
   * @param {BoundsRequest} bounds
   * @param {ChangeOptions} [options]
   * @returns {Promise<ScrollOutcome>}
   */
  setBounds(bounds, options) {
    return this.#send("PUT", "/bounds", bounds, options)
  }

  /**
   * @param {RequestOptions} [options]
   * @returns {Promise<ViewportList>}
   */
  viewports(options) {
    return this.#send("GET", "/viewports", undefined, options)
  }

  /**
   * Creates, moves or resizes a viewport.
   *
   * @param {string} name
   * @param {ViewportRequest} viewport
   * @param {ChangeOptions} [options]
   * @returns {Promise<ScrollOutcome>}
   */
  setViewport(name, viewport, options) {
    return this.#send("PUT", `/viewports/${encodeURIComponent(name)}`, viewport, options)
  }

  /**
   * @param {string} name
   * @param {RequestOptions} [options]
   * @returns {Promise<void>}
   */
  deleteViewport(name, options) {
    return this.#send("DELETE", `/viewports/${encodeURIComponent(name)}`, undefined, options)
  }

  /**
   * Takes up an item, to move it with the finger or the keyboard.
   *
   * @param {MovementBeginning} movement
   * @param {ChangeOptions} [options]
   * @returns {Promise<CollectionDiff>}
   */
  beginMovement(movement, options) {
    return this.#send("POST", "/movement", movement, options)
  }

  /**
   * @param {MovementUpdate} movement
   * @param {ChangeOptions} [options]
   * @returns {Promise<CollectionDiff>}
   */
  updateMovement(movement, options) {
    return this.#send("PATCH", "/movement", movement, options)
  }

  /**
   * @param {ChangeOptions} [options]
   * @returns {Promise<CollectionDiff>}
   */
  cancelMovement(options) {
    return this.#send("DELETE", "/movement", undefined, options)
  }

  /**
   * Drops the item.
   *
   * @param {MovementEnd} [end]
   * @param {ChangeOptions} [options]
   * @returns {Promise<CollectionDiff>}
   */
  endMovement(end = {}, options) {
    return this.#send("POST", "/movement/end", end, options)
  }

  /**
   * Reports sizes that the client has measured.
   *
   * @param {readonly ElementMeasurement[]} measurements
   * @param {DiffOptions} [options]
   * @returns {Promise<CollectionDiff>}
   */
  measure(measurements, options) {
    return this.#send("POST", "/measurements", {...compared(options), measurements}, options)
  }

  /**
   * Has parts of the layout computed, or contents measured, again.
   *
   * @param {InvalidationRequest} invalidation
   * @param {DiffOptions} [options]
   * @returns {Promise<CollectionDiff>}
   */
  invalidate(invalidation, options) {
    return this.#send("POST", "/invalidations", {...compared(options), ...invalidation}, options)
  }

  /**
   * The content offset of an item, or of the beginning of a section.
   *
   * @param {FindScrollTargetQuery} query
   * @param {RequestOptions} [options]
   * @returns {Promise<ScrollTarget>}
   */
  scrollTarget(query, options) {
    return this.#send("GET", "/scroll-target", undefined, options, query)
  }

  /**
   * The changes since a version.
   *
   * @param {GetHistoryQuery} query
   * @param {RequestOptions} [options]
   * @returns {Promise<History>}
   */
  history(query, options) {
    return this.#send("GET", "/history", undefined, options, query)
  }

  /**
   * The events of the collection as they happen, until the stream is closed.
   *
   * @param {import("./Tessera.js").EventOptions & WatchCollectionQuery} options
   */
  events({since, onEvent, onState, ...query}) {
    return this.tessera.events(`${this.path}/events${queryText(query)}`, {since, onEvent, onState})
  }

  /**
   * Calls a function at every change of the collection by any client (`change`, with the diff); when the stream has
   * missed changes, so that the collection must be read again (`reset`); when the stream ends for good, for example
   * because the collection has been deleted (`closed`); and when the stream breaks (`offline`) and reconnects
   * (`online`).
   *
   * @template {keyof import("./watch.js").Events} T
   * @param {T} type
   * @param {(event: import("./watch.js").Events[T]) => void} handler
   * @returns {() => void} A function that ends it.
   */
  on(type, handler) {
    let isOver = false
    let stop = () => {}
    import("./watch.js").then(({watch}) => {
      if (!isOver) stop = watch(this, type, handler)
    })
    return () => (isOver = true, stop())
  }

  /**
   * @template T
   * @param {string} method
   * @param {string} path
   * @param {unknown} body
   * @param {ChangeOptions} options
   * @param {import("./transport.js").Query} query
   * @returns {Promise<T>}
   */
  async #send(method, path, body, {viewport, include, ...options} = {}, query = {viewport, include}) {
    const reply = await this.tessera.send(method, this.path + path, {...options, query, body})
    return /** @type {T} */ (reply.body)
  }
}

/** @param {DiffOptions} options */
function compared({anchor, scope, runs} = {}) {
  return {anchor, scope, runs}
}
