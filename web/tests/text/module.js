import { builtModule } from "../support/builtModule.js"

/** The module for texts. */
export const {skip, bytes} = builtModule("text.wasm")
