/**
 * @typedef {import("../../types/api").Item} Item
 * @typedef {import("../../types/api").Section} Section
 * @typedef {import("../../types/api").Update} Update
 * @typedef {import("../../types/api").IndexPath} IndexPath
 * @typedef {import("../../types/api").Animation} Animation
 */

/**
 * Where items are inserted, or moved to: in front of or behind an item, among the children of one, at the edge of a
 * section, or at index paths.
 *
 * @typedef {{before?: string, after?: string, into?: string, section?: string, edge?: "start" | "end",
 *   at?: readonly IndexPath[], to?: IndexPath, animation?: Animation}} Place
 */

/**
 * Where sections are inserted, or moved to.
 *
 * @typedef {{before?: string, after?: string, edge?: "start" | "end", at?: readonly number[], to?: number,
 *   animation?: Animation}} SectionPlace
 */

/**
 * Items by their ids, or by their index paths before the batch.
 *
 * @typedef {string | readonly string[] | readonly IndexPath[]} Items
 */

/**
 * Sections by their ids, or by their numbers before the batch.
 *
 * @typedef {string | readonly string[] | readonly number[]} Sections
 */

/**
 * @typedef {{items?: readonly Item[], animation?: Animation}} Reload
 * @typedef {readonly Update[]} Operations
 * @typedef {((batch: Batch) => unknown) | Operations} Build
 */

/** The operations of one change. Positions are those before it, except for `at` of insertions and `to`. */
export class Batch {
  /** @type {Update[]} */
  operations = []

  /** @param {Item | readonly Item[]} items @param {Place} place */
  insert(items, place) {
    return this.#add("insertItems", {items: [items].flat(), ...place})
  }

  /** @param {Items} items @param {{animation?: Animation}} [options] */
  delete(items, options) {
    return this.#add("deleteItems", {...named(items), ...options})
  }

  /** @param {string | IndexPath} item @param {Place} place */
  move(item, place) {
    return this.#add("moveItem", {...moved(item), ...place})
  }

  /** @param {Items} items @param {Reload} [options] */
  reload(items, options) {
    return this.#add("reloadItems", {...named(items), ...options})
  }

  /**
   * Gives items another content, and keeps their cells.
   *
   * @param {Items} items @param {Reload} [options]
   */
  reconfigure(items, options) {
    return this.#add("reconfigureItems", {...named(items), ...options})
  }

  /**
   * Shows the children of items of an outline; with `descendants`, everything below them.
   *
   * @param {string | readonly string[]} items @param {{descendants?: boolean, animation?: Animation}} [options]
   */
  expand(items, options) {
    return this.#add("expandItems", {...named(items), ...options})
  }

  /**
   * Hides everything below items of an outline; with `descendants`, these are collapsed too.
   *
   * @param {string | readonly string[]} items @param {{descendants?: boolean, animation?: Animation}} [options]
   */
  collapse(items, options) {
    return this.#add("collapseItems", {...named(items), ...options})
  }

  /** @param {Section | readonly Section[]} sections @param {SectionPlace} place */
  insertSections(sections, place) {
    return this.#add("insertSections", {sections: [sections].flat(), ...place})
  }

  /** @param {Sections} sections @param {{animation?: Animation}} [options] */
  deleteSections(sections, options) {
    return this.#add("deleteSections", {...named(sections), ...options})
  }

  /** @param {string | number} section @param {SectionPlace} place */
  moveSection(section, place) {
    return this.#add("moveSection", {...moved(section), ...place})
  }

  /** @param {Sections} names @param {{sections: readonly Section[], animation?: Animation}} options */
  reloadSections(names, options) {
    return this.#add("reloadSections", {...named(names), ...options})
  }

  /** @param {Update["op"]} op @param {object} members */
  #add(op, members) {
    this.operations.push({op, ...members})
    return this
  }
}

/**
 * The operations that a function adds to a batch, or those of a list.
 *
 * @param {Build} build
 * @returns {Operations}
 */
export function operations(build) {
  if (typeof build != "function") return build
  const batch = new Batch()
  build(batch)
  return batch.operations
}

/** @param {Items | Sections} list */
function named(list) {
  return typeof list == "string" ? {ids: [list]} : typeof list[0] == "string" ? {ids: list} : {at: list}
}

/** @param {string | number | IndexPath} name */
function moved(name) {
  return typeof name == "string" ? {id: name} : {from: name}
}
