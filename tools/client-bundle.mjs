// How rollup puts the modules of the web client into few files. tools/bundle-client runs it, with CLIENT for the folder of
// the modules and OUT for that of the files.
import { relative } from "node:path"

const {CLIENT: client, OUT: dir} = process.env

/**
 * The modules that lead to the others of a file, by their static imports. A module is in the first file that it belongs to;
 * one that belongs to none is a file with those that it alone imports.
 */
const files = {
  // Every list needs these at once,
  core: ["tessera.js"],
  // and these when its first screen is there.
  screen: [
    "changes/Animator.js", "events/SharedEventStream.js", "interaction/Interaction.js", "mirror/Change.js",
    "service/operations.js", "view/Notices.js", "view/parts.js",
  ],
  // With the first change of the page, or the first gesture.
  changes: [
    "guesses/update.js", "interaction/Drag.js", "interaction/grid.js", "service/OrderedChanges.js", "view/actions.js",
    "view/smooth.js",
  ],
  local: ["engine.js", "engine/takeOver.js"],
}

export default {
  input: ["tessera.js", "pages.js", "elements.js", "engine.js", "text.js"].map(name => `${client}/${name}`),
  output: {
    dir, format: "es", entryFileNames: "[name].js", chunkFileNames: "[name].js", minifyInternalExports: true,
    manualChunks(id, {getModuleInfo}) {
      const leadsTo = (from, seen) => {
        if (seen.has(from)) return false
        seen.add(from)
        return from == id || getModuleInfo(from)?.importedIds.some(next => leadsTo(next, seen))
      }
      return Object.keys(files).find(name => files[name].some(path => leadsTo(`${client}/${path}`, new Set())))
    },
  },
  onwarn(warning) { throw new Error(`${warning.message} (${relative(client, warning.id ?? client)})`) },
}
