export { Engine } from "./engine/Engine.js"
export { Layout } from "./engine/Layout.js"
export { Replica } from "./engine/Replica.js"
