import { everything, openReplica, operation } from "./replicas.js"

/**
 * The faults of the whole diffs of a file, with the comparisons of `Tests/LayoutEngineTests/Diffs/DiffOracleTests.swift`.
 *
 * @param {object} client As for `openReplica`.
 * @param {{cases: object[]}} file
 * @returns {Promise<string[]>}
 */
export async function animationFaults(client, {cases}) {
  const faults = []
  for (const known of cases) {
    for (const scope of ["all", "visible"]) {
      const found = compare(await diffOf(client, known, scope), known, scope)
      faults.push(...found.map(fault => `${known.id}, ${scope}: ${fault}`))
    }
  }
  return faults
}

async function diffOf(client, known, scope) {
  const {rowHeight, rowHeightAfter, headerHeight} = known.layout
  const item = heights => id => ({id, size: [0, heights[id] ?? heights]})
  const layout = {kind: "list", style: "grouped", sectionHeaderHeight: headerHeight}
  const replica = await openReplica(client, known.before.map(ids => ({items: ids.map(item(rowHeight))})),
    {layout, bounds: known.bounds})
  const updates = known.updates.map(update => operation({
    ...update, ...update.op == "reconfigureItems" && {items: update.at.map(([section, item]) => known.before[section][item])},
  }, item(rowHeightAfter)))
  try {
    return await replica.collection.update(updates, {...everything, scope})
  } finally {
    replica.close()
  }
}

function compare({changes, contentSize, contentOffset}, known, scope) {
  const expected = known.changes.filter(({visible}) => visible || scope == "all").map(described).sort()
  const found = changes.map(change => described({
    ...change, initial: listed(change.initial), final: listed(change.final),
  })).sort()
  const faults = found.filter(change => !expected.includes(change)).map(change => `has ${change}`)
  faults.push(...expected.filter(change => !found.includes(change)).map(change => `lacks ${change}`))
  if (found.length != expected.length) faults.push(`${found.length} changes, expected ${expected.length}`)
  for (const [what, got, wanted] of [
    ["height before", contentSize.from.height, known.contentSize.from[1]],
    ["height after", contentSize.to.height, known.contentSize.to[1]],
    ["offset after", contentOffset.to.y, known.contentOffset.to[1]],
  ]) if (got !== wanted) faults.push(`the ${what} is ${got}, expected ${wanted}`)
  return faults
}

const listed = ({frame: {x, y, width, height}, alpha}) => ({frame: [x, y, width, height], alpha})
const described = ({type, kind = "cell", from, to, initial, final}) =>
  `${type} ${kind} ${from ?? "-"} ${to ?? "-"} ${initial.frame} ${initial.alpha ?? 1} ${final.frame} ${final.alpha ?? 1}`
