/**
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("../view/CollectionView.js").CollectionView} CollectionView
 * @typedef {import("./Movement.js").Ending} Ending
 * @typedef {import("./Movement.js").Step} Step
 * @typedef {import("../../types/api").UpdateDiff} UpdateDiff
 */

/**
 * A movement by keys while the service is out of reach: the item is shown in the places of others, and dropping it is an edit
 * that waits like every other. In place of a `Movement`.
 */
export class OfflineMovement {
  /** @type {UpdateDiff | undefined} Where the item is now, as a response would say it. */
  diff
  problem = undefined
  #view
  #element
  #moved = (/** @type {UpdateDiff} */ _) => {}
  #end = (/** @type {boolean} */ _) => {}

  /**
   * @param {CollectionView} view
   * @param {Element} element
   */
  constructor(view, element) {
    this.#view = view
    this.#element = element
  }

  /** @param {Step} step */
  thenTo(step) {
    const target = /** @type {number[] | undefined} */ (step()?.targetIndexPath)
    const at = target && this.#view.mirror.element("cell", undefined, target)
    if (!at) return
    const {indexPath} = this.#element
    this.diff = /** @type {UpdateDiff} */ (/** @type {unknown} */ ({indexPath, proposedIndexPath: target, placeholder: at}))
    this.#moved(this.diff)
  }

  /** @param {Step} step */
  moveTo(step) {
    this.thenTo(step)
  }

  drop() {
    this.#end(true)
  }

  cancel() {
    this.#end(false)
  }

  /**
   * @param {unknown} _
   * @param {(diff: UpdateDiff) => void} moved
   * @param {(diff: UpdateDiff | undefined) => boolean} mayDrop
   * @returns {Promise<Ending>}
   */
  async run(_, moved, mayDrop) {
    this.#moved = moved
    const isDropped = await new Promise(done => this.#end = done), {diff} = this
    if (!isDropped || !mayDrop(diff)) return "cancelled"
    if (diff) this.#make(/** @type {[number, number]} */ (diff.proposedIndexPath))
    // The view shows the edit before the item leaves the hand.
    await new Promise(done => requestAnimationFrame(done))
    return "dropped"
  }

  /** @param {[number, number]} to */
  #make(to) {
    const {id, indexPath} = this.#element, at = this.#view.mirror.element("cell", undefined, to)
    const isBehind = to[0] == indexPath[0] && to[1] > indexPath[1]
    const item = id ?? /** @type {[number, number]} */ (indexPath)
    // Names fit the version that the service will be at.
    const place = at?.id == null ? {to} : isBehind ? {after: at.id} : {before: at.id}
    if (`${to}` != `${indexPath}`) this.#view.update(batch => batch.move(item, place)).catch(() => {})
  }
}
