// One of the two clients: a view of the collection, and buttons that change it.

import { CollectionView } from "../../client/tessera.js"
import { make } from "../dom.js"
import { birdOf, newItems } from "./birds.js"

/**
 * @typedef {import("../../client/tessera.js").Collection} Collection
 * @typedef {import("../../client/service/operations.js").Batch} Batch
 */

/** @type {[number, number, number, number]} */
const tile = [4, 4, 4, 4]

/** @type {Record<string, {title: string, layout: import("../../types/api").LayoutKind}>} */
export const layouts = {
  list: {title: "List", layout: {kind: "list", rowHeight: "automatic", estimatedRowHeight: 72}},
  grid: {
    title: "Grid",
    layout: {
      kind: "grid", columns: 3, rowHeight: 104, columnSpacing: 8, rowSpacing: 8, sectionInset: [8, 8, 8, 8],
    },
  },
  mosaic: {
    title: "Mosaic",
    layout: {
      kind: "compositional",
      sections: [{
        group: {
          axis: "vertical", size: {height: {fractionalWidth: 1}},
          items: [
            {group: {size: {height: {fractionalHeight: 0.6667}}, items: [
              {size: {width: {fractionalWidth: 0.6667}}, contentInsets: tile},
              {group: {axis: "vertical", size: {width: {fractionalWidth: 0.3333}}, count: 2,
                items: [{contentInsets: tile}]}},
            ]}},
            {group: {size: {height: {fractionalHeight: 0.3333}}, count: 3,
              items: [{contentInsets: tile}]}},
          ],
        },
        contentInsets: tile,
      }],
    },
  },
}

export class Screen {
  #status = make("span", {class: "state"})

  /**
   * @param {string} name
   * @param {Collection} collection
   * @param {string} kind Of the layouts above.
   */
  constructor(name, collection, kind) {
    const scroller = make("div", {class: "birds"})
    const select = /** @type {HTMLSelectElement} */ (make("select", {}, ...Object.entries(layouts)
      .map(([value, {title}]) => make("option", {value}, title))))
    select.value = kind
    this.node = make("section", {class: "screen", "aria-label": `Screen of ${name}`},
      make("div", {class: "bar"},
        make("h3", {}, name), this.#status, make("span", {class: "spacer"}),
        make("label", {class: "control"}, "Layout ", select)),
      make("div", {class: "device"}, scroller),
      make("div", {class: "actions"},
        this.#button("Insert", () => this.#insert()), this.#button("Delete", () => this.#delete()),
        this.#button("Shuffle", () => this.#shuffle())))
    this.scroller = scroller
    this.collection = collection
    this.label = `Birds, as ${name} sees them`
    this.kind = kind
    select.addEventListener("change", () => {
      this.#look(select.value)
      this.view?.setLayout(layouts[select.value].layout)
    })
  }

  /** Shows the collection; its node is on the page. */
  open() {
    this.#look(this.kind)
    this.view = new CollectionView(this.scroller, {
      collection: this.collection, measure: "dom", reorder: true, label: this.label,
      layout: layouts[this.kind].layout,
      render(node, {id}) {
        const {name, tint, text} = birdOf(id ?? "")
        node.classList.add("bird")
        node.replaceChildren(make("i", {class: `tint-${tint}`, "aria-hidden": "true"}, name[0]),
          make("b", {}, name), make("p", {}, text))
      },
    })
    this.scroller.addEventListener("tessera-offline", () => this.#status.textContent = "offline")
    this.scroller.addEventListener("tessera-online", () => this.#status.textContent = "")
  }

  /** @param {string} kind */
  #look(kind) {
    this.scroller.classList.toggle("tiles", kind != "list")
  }

  /**
   * @param {string} text
   * @param {() => unknown} act
   */
  #button(text, act) {
    const button = make("button", {type: "button", class: "button small"}, text)
    button.addEventListener("click", async () => {
      try {
        await act()
      } catch (problem) {
        // The screen may be left before the response.
        if (/** @type {Error} */ (problem).name != "AbortError") throw problem
      }
    })
    return button
  }

  // The ids of the cells that the user sees.
  get #ids() {
    return (this.view?.visible ?? [])
      .flatMap(({category, id}) => category == "cell" && id !== undefined ? [id] : [])
  }

  #insert() {
    const ids = this.#ids, neighbour = ids[1] ?? ids[0]
    const place = neighbour === undefined ? {section: "birds"} : {before: neighbour}
    return this.view?.update((/** @type {Batch} */ batch) => batch.insert(newItems(1), place))
  }

  #delete() {
    const ids = this.#ids, [id] = ids.slice(ids.length > 1 ? 1 : 0)
    if (id !== undefined) return this.view?.update((/** @type {Batch} */ batch) => batch.delete([id]))
  }

  #shuffle() {
    const ids = this.#ids, [last] = ids.slice(-1)
    return this.view?.update((/** @type {Batch} */ batch) => {
      const moved = ids.filter((id, index) => index % 2 == 0 && id != last)
      for (const id of moved) batch.move(id, {after: last})
    })
  }

  close() {
    this.view?.destroy()
  }
}
