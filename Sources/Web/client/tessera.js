export { Collection } from "./service/Collection.js"
export { Tessera } from "./service/Tessera.js"
export { TesseraProblem } from "./service/TesseraProblem.js"
