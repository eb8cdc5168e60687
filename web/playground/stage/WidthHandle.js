import { byId } from "../dom.js"

const smallest = 40, largest = 4000

/**
 * The grip at the right edge of the container.
 *
 * @param {import("./Stage.js").Stage} stage
 * @param {() => number} width The width of the container now.
 * @param {(width: number) => void} onResize
 */
export function makeWidthHandle(stage, width, onResize) {
  const handle = byId("handle")
  /** @type {{x: number, width: number} | undefined} */
  let drag
  const resize = (/** @type {number} */ value) =>
    onResize(Math.round(Math.max(smallest, Math.min(largest, value))))

  handle.addEventListener("pointerdown", event => {
    event.preventDefault()
    handle.focus()
    handle.setPointerCapture(event.pointerId)
    handle.classList.add("dragged")
    // The picture is not fitted anew while the finger is on its edge.
    stage.isFitted = false
    drag = {x: event.clientX, width: width()}
  })
  handle.addEventListener("pointermove", event => {
    // The picture is centred, so that its edge moves by half of its growth.
    if (drag) resize(drag.width + 2 * (event.clientX - drag.x) / stage.zoom)
  })
  for (const name of ["pointerup", "pointercancel"]) {
    handle.addEventListener(name, () => {
      drag = undefined
      handle.classList.remove("dragged")
      stage.isFitted = true
      stage.fit()
    })
  }
  handle.addEventListener("keydown", event => {
    const step = {ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 50,
      PageDown: -50}[event.key]
    if (!step) return
    event.preventDefault()
    resize(width() + step * (event.shiftKey ? 1 : Math.abs(step) == 1 ? 10 : 1))
  })

  return {
    /** @param {number} value */
    show(value) {
      handle.setAttribute("aria-valuemin", `${smallest}`)
      handle.setAttribute("aria-valuemax", `${largest}`)
      handle.setAttribute("aria-valuenow", `${value}`)
      handle.setAttribute("aria-valuetext", `${value} points`)
    },
  }
}
