// The module with the layout engine.

import { Engine } from "../../client/engine/Engine.js"
import { builtModule } from "../support/builtModule.js"

const first = builtModule("first.wasm"), rest = builtModule("rest.wasm")

export const {skip} = first

/** The bytes of both parts of the module. */
export const parts = () => ({first: first.bytes(), rest: rest.bytes()})

/** Starts an instance of the module of its own. */
export const start = () => Engine.load(parts())
