/**
 * Makes the buttons of a tab list behave as tabs: arrow keys move between them.
 *
 * @param {HTMLElement} list
 * @param {(id: string) => void} onSelect Called with the id of the tab that the user has selected.
 */
export function makeTabs(list, onSelect) {
  const tabs = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[role=tab]")])

  /** @param {HTMLElement} tab */
  function select(tab) {
    for (const other of tabs) {
      other.setAttribute("aria-selected", `${other == tab}`)
      other.tabIndex = other == tab ? 0 : -1
    }
    onSelect(tab.id)
  }

  for (const tab of tabs) tab.addEventListener("click", () => select(tab))
  list.addEventListener("keydown", event => {
    const step = {ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity}[event.key]
    if (step === undefined) return
    event.preventDefault()
    const shown = tabs.filter(tab => !tab.hidden), last = shown.length - 1
    const index = shown.indexOf(/** @type {HTMLElement} */ (event.target))
    const next = Number.isFinite(step) ? (index + step + shown.length) % shown.length : step < 0 ? 0 : last
    shown[next].focus()
    select(shown[next])
  })
  return {select: (/** @type {string} */ id) => select(tabs.filter(tab => tab.id == id)[0])}
}
