export { CellMeasurer } from "./cells/CellMeasurer.js"
export { TextMeasurer } from "./text/TextMeasurer.js"
