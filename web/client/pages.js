export { escape } from "./pages/escape.js"
export { hydrate } from "./pages/hydrate.js"
export { toHTML } from "./pages/toHTML.js"
