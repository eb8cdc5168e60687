/** The layouts that clients show the same collection with. */
export const layouts = {
  list: {kind: "list", rowHeight: "automatic", sectionHeaderHeight: 30, sectionFooterHeight: 12},
  separated: {kind: "list", style: "insetGrouped", rowHeight: "automatic", sectionHeaderHeight: 28, separator: {}},
  grid: {kind: "grid", columns: 3, rowHeight: 70},
  waterfall: {kind: "waterfall", columnCount: 2},
  flow: {
    kind: "flow", itemSize: [90, 60], headerReferenceSize: [0, 40], footerReferenceSize: [0, 10],
    sectionHeadersPinToVisibleBounds: true,
  },
  compositional: {
    kind: "compositional", interSectionSpacing: 8, sections: [
      {
        group: {size: {height: 60}, count: 2, items: [{}]},
        boundarySupplementaryItems: [{kind: "header", size: {height: 30}}],
        decorationItems: [{kind: "background"}],
      },
      {
        group: {size: {width: 120, height: 90}, items: [{}]}, orthogonalScrollingBehavior: "groupPaging",
        boundarySupplementaryItems: [{kind: "header", size: {height: 30}}],
      },
    ],
  },
}

const template = {
  views: {text: {type: "text", textStyle: "body", lines: 0}}, constraints: ["H:|-[text]-|", "V:|-[text]-|"],
}

/** The state at the beginning of the walk. */
export const beginning = (id, random) => ({
  id, container: {width: 300, height: 400}, layout: layouts.list, templates: {note: template},
  sections: Array.from({length: 6}, (_, index) => makeSection(`s${index}`, random.between(3, 60), random)),
  bounds: [0, 0, 300, 400],
})

let made = 0
const makeItem = random => {
  const id = `i${++made}`, kind = random()
  return kind < 0.5 ? {id} : kind < 0.7 ? {id, size: [100, random.between(20, 200)]}
    : {id, template: "note", content: {text: "word ".repeat(random.between(1, 30))}}
}
const makeItems = (random, count) => Array.from({length: count}, () => makeItem(random))
const makeSection = (id, count, random) => ({id, items: makeItems(random, count)})

/**
 * A random batch of updates. It names items by ids, as a client does that does not know the changes of others.
 *
 * @param {{id: string, items: {id: string}[]}[]} sections The present sections.
 */
export function makeUpdates(sections, random) {
  const items = sections.flatMap(({items}) => items.map(({id}) => id)), taken = new Set()
  const one = () => {
    for (let tries = 0; tries < 20; tries++) {
      const id = items.length && random.of(items)
      if (id && !taken.has(id)) {
        taken.add(id)
        return id
      }
    }
  }
  const updates = []
  for (let count = random.between(1, 4); count > 0; count--) {
    const id = one(), kind = random(), anchor = random.of(["before", "after"])
    if (kind < 0.06) {
      const section = makeSection(`t${++made}`, random.between(0, 12), random)
      updates.push({op: "insertSections", sections: [section], edge: random.of(["start", "end"])})
    } else if (kind < 0.09 && sections.length > 3) return [{op: "deleteSections", ids: [random.of(sections).id]}]
    else if (kind < 0.12 && sections.length > 1) {
      return [{op: "moveSection", id: random.of(sections).id, edge: random.of(["start", "end"])}]
    } else if (kind < 0.14) {
      const {id: old} = random.of(sections)
      return [{op: "reloadSections", ids: [old], sections: [makeSection(old, random.between(0, 20), random)]}]
    } else if (!id || kind < 0.45) {
      const where = id ? {[anchor]: id} : {section: random.of(sections).id, edge: random.of(["start", "end"])}
      updates.push({op: "insertItems", items: makeItems(random, random.between(1, 5)), ...where})
    } else if (kind < 0.65) updates.push({op: "deleteItems", ids: [id]})
    else if (kind < 0.85) {
      const other = one()
      if (other) updates.push({op: "moveItem", id, [anchor]: other})
    } else {
      const op = random.of(["reloadItems", "reconfigureItems"])
      const item = op == "reloadItems" && random() < 0.3 ? makeItem(random) : {...makeItem(random), id}
      updates.push({op, ids: [id], items: [item]})
    }
  }
  return updates
}

/** A random snapshot: the present sections and items in another order, without some, with others. */
export function makeSnapshot(sections, random) {
  const next = sections.filter(() => random() < 0.95).map(({id, items}) => ({
    id, items: items.filter(() => random() < 0.95).flatMap(item => random() < 0.05 ? [makeItem(random), item] : [item]),
  }))
  if (random() < 0.5 && next.length > 1) next.push(next.shift())
  return {sections: next}
}
