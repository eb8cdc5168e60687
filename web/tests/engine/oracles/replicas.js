// Collections of a service, and a change as a replica in the module makes it. Nothing here needs Node.js.

const container = {width: 100, height: 600}
const rows = {kind: "list", style: "grouped", rowHeight: 20, sectionHeaderHeight: 10}
let last = 0

/**
 * Creates a collection, and opens a replica of it with a viewport.
 *
 * @param {{PageReplica: Function, tessera: object, engine: object}} client
 * @param {object[]} sections
 * @param {{layout?: object, bounds?: number[]}} [options]
 */
export async function openReplica({PageReplica, tessera, engine}, sections, {layout = rows, bounds = [0, 0, 100, 600]} = {}) {
  const id = `oracle-${++last}`, viewport = {container: {...container, height: bounds[3]}, bounds}
  await tessera.create({id, container, layout, sections})
  const replica = await PageReplica.open(tessera.collection(id), {engine})
  await replica.collection.setViewport("seen", viewport)
  return replica
}

/** The options with which a diff has all elements. */
export const everything = {viewport: "seen", scope: "all"}

/** The ids of the items of each section that a replica shows; a section is there if its header is. */
export async function idsShown(replica) {
  const {attributes} = await replica.collection.attributes({rect: [0, 0, 100, 1e6], viewport: "seen"}), ids = []
  for (const {category, indexPath: [section, item], id} of attributes) {
    if (category == "supplementary") ids[section] ??= []
    else (ids[section] ??= [])[item] = id
  }
  return ids
}

/** An operation of a batch, whose items stand as bare ids, as a request has it. */
export function operation(known, item = id => ({id})) {
  const {items, sections} = known
  return {
    ...known, ...items && {items: items.map(item)},
    ...sections && {sections: sections.map(ids => ({items: ids.map(item)}))},
  }
}
