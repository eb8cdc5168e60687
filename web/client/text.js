export { TextMeasurer } from "./text/TextMeasurer.js"
