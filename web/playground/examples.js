// The requests of the gallery, and the second states to compare them with.

import { read } from "./generated.js"
import { shuffled } from "./states.js"
import { formatted } from "./text/edit.js"

/** @typedef {import("./panels/gallery.js").Example} Example */

/** What stands for the examples in a server without them. @type {Example} */
const onlyExample = {
  name: "grid", layout: "flow", shows: "items of one size",
  text: formatted({
    container: {width: 390, height: 600},
    layout: {kind: "flow", itemSize: [110, 110], sectionInset: [16, 16, 16, 16]},
    sections: [{items: Array.from({length: 12}, (_, index) => ({id: `item ${index + 1}`}))}],
  }),
}

/** @type {Example[]} */
export const examples = await read("./examples.json") ?? [onlyExample]

/** The request that the page opens with. */
export const firstExample = examples.find(({name}) => name == "photo-gallery") ?? examples[0]

/**
 * A second state to begin with: that of the examples, or a change of the first.
 *
 * @param {string} text
 */
export function otherState(text) {
  const {name} = examples.find(example => example.text == text) ?? {}
  const pair = name?.endsWith("-before")
    && examples.find(example => example.name == name.replace(/before$/, "after"))
  if (pair) return pair.text
  try {
    return formatted(shuffled(JSON.parse(text)))
  } catch {
    return text
  }
}
