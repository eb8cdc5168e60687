import { builtModule } from "../support/builtModule.js"

/** The module for cells. */
export const {skip, bytes} = builtModule("cells.wasm")
