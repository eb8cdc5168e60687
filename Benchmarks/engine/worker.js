// The engine in a worker, which handles messages [name, ...values].

import { engineHere } from "/bench/page.js"

const engine = await engineHere()
onmessage = async ({data: [name, ...values]}) => postMessage(await engine[name](...values))
postMessage("ready")
