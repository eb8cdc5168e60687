// The examples as pictures, each drawn from the layout of it.

import { byId, make } from "../dom.js"
import { layOut } from "../engine/layOut.js"
import { originOf } from "../stage/Stage.js"

/**
 * @typedef {{name: string, layout: string, shows: string, text: string}} Example
 */

const namespace = "http://www.w3.org/2000/svg"

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function svg(name, attributes) {
  const made = document.createElementNS(namespace, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, `${value}`)
  return made
}

/** @param {{name: string}} example */
const titleOf = ({name}) => {
  const words = name.replaceAll("-", " ")
  return words[0].toUpperCase() + words.slice(1)
}

/**
 * @param {readonly Example[]} examples
 * @param {(example: Example) => void} onOpen
 */
export function makeGallery(examples, onOpen) {
  const gallery = byId("gallery")
  const options = examples.map((example, index) => {
    const picture = svg("svg", {"aria-hidden": "true", preserveAspectRatio: "xMidYMid meet"})
    const attributes = {
      class: "example", role: "option", "aria-selected": "false", tabindex: index ? -1 : 0, title: example.shows,
    }
    const option = make("div", attributes,
      picture, make("b", {}, titleOf(example)), make("small", {}, example.layout))
    option.addEventListener("click", () => open(index))
    return option
  })
  gallery.replaceChildren(...options)

  /** @param {number} index */
  function open(index) {
    mark(examples[index].name)
    onOpen(examples[index])
  }

  /** @param {string | undefined} name */
  function mark(name) {
    const selected = examples.findIndex(example => example.name == name)
    for (const [index, option] of options.entries()) {
      option.setAttribute("aria-selected", `${index == selected}`)
      option.tabIndex = index == Math.max(0, selected) ? 0 : -1
    }
  }

  gallery.addEventListener("keydown", event => {
    const index = options.indexOf(/** @type {HTMLElement} */ (event.target))
    const step = {ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Home: -Infinity,
      End: Infinity}[event.key]
    if (event.key == "Enter" || event.key == " ") open(index)
    else if (step) options[Math.max(0, Math.min(options.length - 1, index + step))].focus()
    else return
    event.preventDefault()
  })

  // One after the other, from the first: they do not get in the way of the user's own request.
  async function drawAll() {
    for (const [index, {text}] of examples.entries()) {
      await new Promise(done => setTimeout(done))
      const picture = /** @type {SVGElement} */ (options[index].firstChild)
      if (!picture.childNodes.length) await draw(picture, JSON.parse(text)).catch(() => {})
    }
  }

  return {mark, drawAll, titleOf}
}

/**
 * @param {SVGElement} picture
 * @param {import("../../types/api").LayoutRequest} request
 */
async function draw(picture, request) {
  const {width, height} = request.container
  const {x, y} = originOf(request.visibleRect)
  const {layout: shown} = await layOut({visibleRect: [x, y, width, height], ...request})
  // Layouts that are smaller than the container fill the picture.
  const right = Math.min(width,
    Math.max(...shown.attributes.map(({frame}) => frame.x + frame.width - x), width / 3))
  const pad = Math.max(8, right * 0.04)
  const bottom = Math.max(...shown.attributes.map(({frame}) => frame.y + frame.height - y))
  const span = {width: right + 2 * pad, height: Math.min(bottom + 2 * pad, (right + 2 * pad) * 0.625)}
  picture.setAttribute("viewBox", `${x - pad} ${y - pad} ${span.width} ${span.height}`)
  const ordered = shown.attributes.filter(({kind}) => kind != "separator")
    .map((element, index) => ({element, index}))
    .sort((a, b) => (a.element.zIndex ?? 0) - (b.element.zIndex ?? 0) || a.index - b.index)
  picture.append(...ordered.map(({element}) => shape(element)))
}

/** @param {import("../../types/api").Element} element */
function shape({category, kind = "", frame, transform, transform3D, alpha = 1, indexPath}) {
  const look = category == "decoration" ? "background" : category == "supplementary"
    ? /header/i.test(kind) ? "header" : /footer/i.test(kind) ? "footer" : "other"
      : `cell tint-${(indexPath[1] * 7 + indexPath[0]) % 3}`
  const rect = svg("rect", {
    class: look, x: frame.x + 0.5, y: frame.y + 0.5,
    width: Math.max(0, frame.width - 1), height: Math.max(0, frame.height - 1),
    rx: Math.min(5, frame.width / 6, frame.height / 6), opacity: alpha,
  })
  // Of a transform in space, the part in the plane.
  const [a, b, , , c, d] = transform3D ?? []
  const matrix = transform ?? (transform3D ? [a, b, c, d, transform3D[12], transform3D[13]] : undefined)
  if (matrix) {
    const [midX, midY] = [frame.x + frame.width / 2, frame.y + frame.height / 2]
    rect.setAttribute("transform",
      `translate(${midX} ${midY}) matrix(${matrix.join(" ")}) translate(${-midX} ${-midY})`)
  }
  return rect
}
