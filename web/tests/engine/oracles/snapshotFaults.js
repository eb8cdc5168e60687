import { everything, idsShown, openReplica } from "./replicas.js"

/**
 * The faults of the differences of the states of a file, with the comparisons of
 * `Tests/LayoutEngineTests/Updates/SnapshotOracleTests.swift`.
 *
 * A collection cannot have ids that repeat, so that each such state is given to the module as the state after an empty
 * one: both have to be refused with the ids that do.
 *
 * @param {object} client As for `openReplica`.
 * @param {{cases: object[]}} file
 * @returns {Promise<string[]>}
 */
export async function snapshotFaults(client, {cases}) {
  const faults = []
  for (const known of cases) {
    const found = known.uniqueIds ? await differenceFaults(client, known) : await duplicateFaults(client, known)
    faults.push(...found.map(fault => `${known.id}: ${fault}`))
  }
  return faults
}

/** The sections of a state; a content stands as a size that is its own. */
function sections(state, contents) {
  return state.map(({id, items}) => ({
    id, items: items.map(({id, content}) => ({id, ...content && {size: [contents.indexOf(content), 10]}})),
  }))
}

async function differenceFaults(client, {before, after, expected}) {
  const contents = [...before, ...after].flatMap(({items}) => items.flatMap(({content}) => content ?? []))
  const replica = await openReplica(client, sections(before, contents)), faults = []
  const expect = (what, found, wanted) => {
    const [got, right] = [found, wanted].map(value => JSON.stringify(value))
    if (got != right) faults.push(`${what}: ${got}, expected ${right}`)
  }
  try {
    const {changes, updates} = await replica.collection.applySnapshot({sections: sections(after, contents)}, everything)
    const places = op => updates.filter(update => update.op == op).flatMap(({at}) => at)
    const cells = changes.filter(({category}) => category == "cell")
    const ended = (type, end) => sorted(cells.filter(cell => cell.type == type).map(cell => cell[end]))
    const isInSection = ({from, to}) => before[from[0]].id == after[to[0]].id
    expect("deleted sections", places("deleteSections"), expected.sectionDeletes)
    expect("inserted sections", places("insertSections"), expected.sectionInserts)
    expect("moved sections", updates.filter(({op}) => op == "moveSection").length, expected.minSectionMoves)
    expect("deleted items", ended("delete", "from"), sorted(expected.itemDeletes))
    expect("inserted items", ended("insert", "to"), sorted(expected.itemInserts))
    expect("moves within a section", updates.filter(update => update.op == "moveItem" && isInSection(update)).length,
      expected.minItemMovesWithinSections)
    expect("moves across sections", cells.filter(cell => cell.from && cell.to && !isInSection(cell)).length,
      expected.itemMovesAcrossSections)
    // An item that moves and has another description is a move in the diff, and is reconfigured by the updates.
    const reconfigured = places("reconfigureItems").map(String)
    const reloads = cells.filter(({type, from}) => type == "reload" || reconfigured.includes(`${from}`))
      .map(({from, to}) => ({from, to}))
    expect("reloads", sorted(reloads), sorted(expected.reloads ?? []))
    expect("ids", await idsShown(replica), after.map(({items}) => items.map(({id}) => id)))
  } finally {
    replica.close()
  }
  return faults
}

const sorted = values => values.map(value => JSON.stringify(value)).sort()

async function duplicateFaults(client, {before, after, expected}) {
  const replica = await openReplica(client, []), faults = []
  try {
    for (const [name, state] of Object.entries({before, after})) {
      const wanted = [...expected.duplicateSections[name].map(id => `section ${id}`),
        ...expected.duplicateItems[name].map(id => `item ${id}`)].sort()
      const errors = await replica.collection.applySnapshot({sections: sections(state, [])}, everything)
        .then(() => [], problem => problem.status == 422 ? problem.errors : Promise.reject(problem))
      // Each error points at an id that is there before.
      const found = [...new Set(errors.map(({pointer}) => {
        const [, section, item] = /^\/sections\/(\d+)(?:\/items\/(\d+))?\/id$/.exec(pointer)
        return item ? `item ${state[section].items[item].id}` : `section ${state[section].id}`
      }))].sort()
      if (`${found}` != `${wanted}`) faults.push(`${name} is refused for ${found}, expected ${wanted}`)
    }
  } finally {
    replica.close()
  }
  return faults
}
