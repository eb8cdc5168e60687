/**
 * The faults of the layouts that the module returns for the cases of a file, with the comparisons of
 * `Tests/APITests/OracleTests.swift`.
 *
 * @param {{Layout: Function, engine: object}} client
 * @param {{tolerance: number, cases: object[]}} file
 * @returns {string[]}
 */
export function layoutFaults({Layout, engine}, {tolerance, cases}) {
  return cases.flatMap(known => {
    const layout = new Layout(engine, known.request), faults = []
    compare(layout.solve(), known, tolerance, faults)
    layout.close()
    return faults.map(fault => `${known.name}: ${fault}`)
  })
}

function compare({attributes, contentSize}, known, tolerance, faults) {
  for (const element of known.expected) {
    const name = `${element.category} ${element.indexPath}`
    const found = attributes.find(({category, kind, indexPath}) =>
      category == element.category && kind === element.kind && `${indexPath}` == `${element.indexPath}`)
    if (!found) {
      if (!known.onlyIfVisible) faults.push(`${name} is missing`)
      continue
    }
    for (const [place, edge] of ["x", "y", "width", "height"].entries()) {
      const wanted = element.frame[place], got = found.frame[edge]
      if (wanted === null) continue
      const isRight = element.clipped && place > 1 ? got >= wanted - tolerance : Math.abs(got - wanted) <= tolerance
      if (!isRight) faults.push(`${name}: ${edge} is ${got}, expected ${wanted}`)
    }
  }
  if (known.complete && attributes.length != known.expected.length) {
    faults.push(`${attributes.length} elements, expected ${known.expected.length}`)
  }
  for (const [place, extent] of ["width", "height"].entries()) {
    const wanted = known.contentSize?.[place] ?? null, got = contentSize[extent]
    if (wanted !== null && !(Math.abs(got - wanted) <= tolerance)) {
      faults.push(`the content's ${extent} is ${got}, expected ${wanted}`)
    }
  }
}
