/**
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("../mirror/Element.js").Point} Point
 * @typedef {import("../service/TesseraProblem.js").TesseraProblem} TesseraProblem
 * @typedef {import("../view/CollectionView.js").CollectionView} CollectionView
 * @typedef {import("../service/Session.js").Step["type"]} StepType
 * @typedef {import("../service/Session.js").Step["body"]} StepBody
 * @typedef {import("../../types/api").MovementUpdate} MovementUpdate
 * @typedef {import("../../types/api").UpdateDiff} UpdateDiff
 * @typedef {() => MovementUpdate | undefined} Step Asked when it is sent.
 * @typedef {"dropped" | "cancelled" | "refused" | "lost"} Ending
 */

// The service ends a movement that it has not heard of for half a minute.
const silence = 10_000

/** The requests of a movement, one after the other. Moves of the user meanwhile go into the next one. */
export class Movement {
  /** @type {UpdateDiff | undefined} The last response. */
  diff
  /** @type {TesseraProblem | undefined} Why it was refused or lost. */
  problem
  #view
  #element
  /** @type {Step[]} */
  #steps = []
  /** @type {"drop" | "cancel" | undefined} */
  #wish
  #wake = () => {}

  /**
   * @param {Pick<CollectionView, "session">} view
   * @param {Element} element
   */
  constructor(view, element) {
    this.#view = view
    this.#element = element
  }

  /**
   * Goes there instead of where it was to go.
   *
   * @param {Step} step
   */
  moveTo(step) {
    this.#steps = [step]
    this.#wake()
  }

  /**
   * Goes there after it has been where it was to go.
   *
   * @param {Step} step
   */
  thenTo(step) {
    this.#steps.push(step)
    this.#wake()
  }

  drop() {
    this.#wish ??= "drop"
    this.#wake()
  }

  cancel() {
    this.#wish = "cancel"
    this.#wake()
  }

  /**
   * Carries the movement out.
   *
   * @param {Point | undefined} targetPosition The centre of the item.
   * @param {(diff: UpdateDiff) => void} moved After each response.
   * @param {(diff: UpdateDiff | undefined) => boolean} mayDrop
   * @returns {Promise<Ending>}
   */
  async run(targetPosition, moved, mayDrop) {
    const {id, indexPath} = this.#element
    const item = /** @type {import("../../types/api").MovementBeginning} */ (id != null ? {id} : {indexPath})
    try {
      await this.#perform("begin", {...item, targetPosition}, moved)
    } catch (error) {
      return this.#fail(error, "refused")
    }
    try {
      while (!this.#isCancelled() && (this.#steps.length || !this.#wish)) {
        const isSilent = !this.#steps.length && await this.#isSilent()
        const target = isSilent ? {targetIndexPath: this.diff?.proposedIndexPath} : this.#steps.shift()?.()
        if (target && !this.#isCancelled()) await this.#perform("update", target, moved)
        // In between, the view sends its own requests.
        if (!this.#wish) await new Promise(done => requestAnimationFrame(done))
      }
      const drops = this.#wish == "drop" && mayDrop(this.diff)
      await this.#perform(drops ? "end" : "cancel")
      return drops ? "dropped" : "cancelled"
    } catch (error) {
      return this.#fail(error, "lost")
    }
  }

  /**
   * @param {StepType} type
   * @param {StepBody} [body]
   * @param {(diff: UpdateDiff) => void} [moved]
   */
  async #perform(type, body, moved) {
    const diff = /** @type {UpdateDiff | undefined} */ (
      await this.#view.session.drag({type, body, isNamed: this.#element.id != null}))
    if (!diff || !moved) return
    this.diff = diff
    moved(diff)
  }

  // The wish changes while a request is open.
  #isCancelled() {
    return this.#wish == "cancel"
  }

  /**
   * Waits for the user, but not so long that the service has to believe that the item is not held any more.
   *
   * @returns {Promise<boolean>} Whether nothing has come.
   */
  #isSilent() {
    return new Promise(done => {
      const timer = setTimeout(() => done(true), silence)
      this.#wake = () => {
        clearTimeout(timer)
        done(false)
      }
    })
  }

  /**
   * @param {unknown} error
   * @param {Ending} ending
   */
  #fail(error, ending) {
    const problem = /** @type {TesseraProblem} */ (error)
    if (problem.status == null && problem.name != "AbortError") throw error
    this.problem = problem
    return ending
  }
}
