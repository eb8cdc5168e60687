import { everything, idsShown, openReplica, operation } from "./replicas.js"

/**
 * The faults of the batches of a file, with the comparisons of `Tests/LayoutEngineTests/Updates/BatchOracleTests.swift`.
 *
 * The module has no map of index paths: it gives a diff of all cells and headers, in which those that stay as they are
 * are missing. Of a conflict it gives the message and a pointer to the first of its operations, and no code.
 *
 * @param {object} client As for `openReplica`.
 * @param {{cases: object[]}} file
 * @returns {Promise<string[]>}
 */
export async function batchFaults(client, {cases}) {
  const faults = []
  for (const known of cases) {
    for (const isReversed of [false, true]) {
      const found = await faultsOf(client, known, isReversed)
      faults.push(...found.map(fault => `${known.id}${isReversed ? ", reversed" : ""}: ${fault}`))
    }
  }
  return faults
}

async function faultsOf(client, known, isReversed) {
  const updates = known.updates.map(known => operation(known))
  const replica = await openReplica(client, known.before.map(ids => ({items: ids.map(id => ({id}))})))
  try {
    const {changes} = await replica.collection.update(isReversed ? updates.reverse() : updates, everything)
    if (known.status != 200) return ["it is accepted"]
    const ids = JSON.stringify(await idsShown(replica)), expected = JSON.stringify(known.after)
    return [...ids == expected ? [] : [`the ids are ${ids}, expected ${expected}`], ...outcomeFaults(changes, known)]
  } catch (problem) {
    if (problem.status != 422) throw problem
    return refusalFaults(problem.errors, known, isReversed)
  } finally {
    replica.close()
  }
}

/** The types of changes that an outcome may have; none where neither frame nor index path changes. */
const types = {
  keep: ["shift", undefined], "move-section": ["move", "shift", undefined], move: ["move"], reload: ["reload"],
  reconfigure: ["reconfigure"], delete: ["delete"], insert: ["insert"],
}

function outcomeFaults(changes, {map, sectionMap}) {
  const faults = [], cells = changes.filter(({category}) => category == "cell")
  const same = (path, other) => path && other && `${path}` == `${other}`
  const expect = (name, change, kind, from, to) => {
    if (!types[kind].includes(change?.type)) faults.push(`${name} has ${change?.type}, expected ${types[kind][0]}`)
    else if (!change && !same(from, to)) faults.push(`${name} is missing`)
    else if (change && (`${change.from ?? ""}` != `${from ?? ""}` || `${change.to ?? ""}` != `${to ?? ""}`)) {
      faults.push(`${name} goes from ${change.from} to ${change.to}, expected from ${from} to ${to}`)
    }
  }
  const compared = new Set()
  for (const {kind, from, to, id} of map ?? []) {
    const change = cells.find(cell => from ? same(cell.from, from) : !cell.from && same(cell.to, to))
    compared.add(change)
    expect(`${kind} of ${id}`, change, kind, from, to)
  }
  if (map) for (const {type, id} of cells.filter(cell => !compared.has(cell))) faults.push(`${type} of ${id} is too much`)
  const headers = changes.filter(({category}) => category == "supplementary")
  for (const [old, to] of (sectionMap ?? []).entries()) {
    const change = headers.find(({from}) => from?.[0] == old)
    if (change ? (change.to?.[0] ?? null) !== to : to !== old) {
      faults.push(`section ${old} goes to ${change?.to}, expected ${to}`)
    }
  }
  return faults
}

function refusalFaults(errors, known, isReversed) {
  const last = known.updates.length - 1
  const place = ({ops}) => Math.min(...ops.map(operation => isReversed ? last - operation : operation))
  const expected = (known.errors ?? []).map(error => `/updates/${place(error)} ${error.message}`).sort()
  // Two sources are named in the order of their operations.
  if (isReversed && known.errors?.some(({code}) => code.includes("two"))) return []
  const found = errors.map(({pointer, detail}) => `${pointer} ${detail}`).sort()
  return `${found}` == `${expected}` ? [] : [`it is refused with ${found}, expected ${expected}`]
}
