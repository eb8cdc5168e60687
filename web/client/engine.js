export { Engine } from "./engine/Engine.js"
export { Layout } from "./engine/Layout.js"
export { PageReplica } from "./engine/PageReplica.js"
