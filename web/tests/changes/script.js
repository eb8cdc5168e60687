// Runs in the page of the tests.

import { Animator } from "/client/changes/Animator.js"
import { Tessera } from "/client/service/Tessera.js"
import { CollectionView } from "/client/view/CollectionView.js"

// Animations stand still at their beginning: the tests move the clock.
const animate = Element.prototype.animate
Element.prototype.animate = function (...options) {
  const animation = animate.apply(this, options)
  if (animation.effect.getComputedTiming().duration) animation.pause()
  return animation
}

const list = document.getElementById("list")

window.advance = time => {
  for (const animation of document.getAnimations()) {
    if (animation.playState != "paused") continue
    const at = animation.currentTime + time
    if (at >= animation.effect.getComputedTiming().endTime) animation.finish()
    else animation.currentTime = at
  }
}

window.look = () => {
  const {left, top} = list.getBoundingClientRect(), seen = {}
  for (const {node, element: {id, kind, indexPath}} of view.cells.values()) {
    const {x, y, width, height} = node.getBoundingClientRect()
    if (y - top >= list.clientHeight || y - top + height <= 0 || x - left >= list.clientWidth || x - left + width <= 0) continue
    const opacity = Number(getComputedStyle(node).opacity)
    seen[id ?? `${kind} ${indexPath}`] = {x: x - left, y: y - top, width, height, opacity}
  }
  return seen
}

let changes = 0, quiet = -1
window.show = (id, {css, isOwn, ...options} = {}) => {
  const tessera = window.tessera = new Tessera(location.origin)
  const view = window.view = new CollectionView(list, {
    collection: window.collection = tessera.collection(id), animation: false,
    render: (node, element) => { node.textContent = element.id ?? element.kind },
    ...options,
  })
  list.addEventListener("tessera-change", () => changes++)
  if (!isOwn) view.use(window.animator = new Animator(view))
}

// Whether nothing has changed since the last question, and nothing is on its way.
window.isQuiet = () => {
  const was = quiet
  quiet = changes
  return was == changes && !view.isScrolling && view.session.isIdle
}
