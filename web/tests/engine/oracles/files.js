import { animationFaults } from "./animationFaults.js"
import { batchFaults } from "./batchFaults.js"
import { layoutFaults } from "./layoutFaults.js"
import { snapshotFaults } from "./snapshotFaults.js"

const layouts = "APITests/Fixtures", updates = "LayoutEngineTests/Fixtures"

/**
 * The files of known outcomes: the title of their test, their path below `Tests`, the number of their cases, and the
 * function that returns the faults. Nothing here needs Node.js, so that pages use it too.
 */
export const oracles = [
  {
    title: "a magazine has the frames that MagazineLayout's own tests expect",
    path: `${layouts}/magazine-layout.json`, count: 7, faults: layoutFaults,
  },
  {
    title: "a grid has the frames that KRLCollectionViewGridLayout gives",
    path: `${layouts}/krl-grid-layout.json`, count: 6, faults: layoutFaults,
  },
  {
    title: "a waterfall has the frames that CHTCollectionViewWaterfallLayout gives",
    path: `${layouts}/cht-waterfall.json`, count: 6, faults: layoutFaults,
  },
  {
    title: "justified rows have the frames that justified-layout gives",
    path: `${layouts}/justified-layout.json`, count: 30, faults: layoutFaults,
  },
  {
    title: "a compositional layout has the frames that Apple's own drew",
    path: `${layouts}/apple-compositional-snapshots.json`, count: 10, faults: layoutFaults,
  },
  {
    title: "every known batch comes out as known, or is rejected with the known text, in any order",
    path: `${updates}/diff-batch.json`, count: 97, faults: batchFaults,
  },
  {
    title: "every known pair of states differs as known, or is rejected with the ids that repeat",
    path: `${updates}/diff-snapshots.json`, count: 55, faults: snapshotFaults,
  },
  {
    title: "every known diff comes out as known, with all elements and with the visible ones",
    path: `${updates}/diff-animation.json`, count: 9, faults: animationFaults,
  },
]
