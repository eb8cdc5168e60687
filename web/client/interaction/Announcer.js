/**
 * @typedef {import("../view/CollectionView.js").CollectionView} CollectionView
 * @typedef {import("../service/Session.js").Delta} Delta
 * @typedef {import("./messages.js").Messages} Messages
 */

const kinds = /** @type {const} */ (["inserted", "removed", "moved"])

/** Announces changes to screen readers, in a live region. */
export class Announcer {
  messages
  #view
  #region
  #counts = {inserted: 0, removed: 0, moved: 0}
  #items
  /** @type {Set<number>} The keys of moved cells: a guess and the response to it may both have the type. */
  #moved = new Set()
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #waiting

  /**
   * @param {CollectionView} view
   * @param {Messages} messages
   * @param {AbortSignal} signal
   */
  constructor(view, messages, signal) {
    this.#view = view
    this.messages = messages
    this.#items = view.mirror.itemCounts
    const region = this.#region = document.createElement("div")
    region.className = "tessera-announcements"
    region.ariaLive = "polite"
    Object.assign(region.style, {
      position: "fixed", width: "1px", height: "1px",
      overflow: "hidden", clipPath: "inset(50%)", whiteSpace: "nowrap",
    })
    // Screen readers do not read elements behind a modal dialog.
    const place = view.element.closest("dialog") ?? document.body
    place.append(region)
    for (const name of /** @type {const} */ (["offline", "online"])) {
      view.element.addEventListener(`tessera-${name}`, () => this.say(messages[name]()), {signal})
    }
  }

  /** @param {string} text */
  say(text) {
    // The same text again is said again.
    this.#region.textContent = this.#region.textContent == text ? `${text}\u00a0` : text
  }

  /**
   * The changes of some time are said together.
   *
   * @param {Delta} delta
   */
  changed({type, cause, gone, rows}) {
    const before = this.#items, {itemCounts} = this.#view.mirror
    this.#items = itemCounts
    if (type == "reset" || !["updates", "snapshot"].includes(cause)) return
    let inserted = 0, removed = 0
    for (const {type, key} of [...gone, ...rows]) {
      const cell = this.#view.cells.get(key)
      if (cell?.isHeld || (cell?.element.category ?? "cell") != "cell") continue
      if (type == "insert") inserted++
      else if (type == "delete") removed++
      else if (type == "move") this.#moved.add(key)
    }
    // There may be more beyond the window.
    let rest = removed - inserted
    for (const [section, count] of itemCounts) rest += count - (before.get(section) ?? count)
    this.#counts.inserted += inserted + Math.max(0, rest)
    this.#counts.removed += removed + Math.max(0, -rest)
    this.#counts.moved = this.#moved.size
    if (kinds.some(kind => this.#counts[kind])) this.#waiting ??= setTimeout(() => this.#report(), 500)
  }

  remove() {
    clearTimeout(this.#waiting)
    this.#region.remove()
  }

  #report() {
    this.#waiting = undefined
    const counts = this.#counts
    this.#counts = {inserted: 0, removed: 0, moved: 0}
    this.#moved.clear()
    this.say(kinds.filter(kind => counts[kind]).map(kind => this.messages[kind](counts[kind])).join(". "))
  }
}
