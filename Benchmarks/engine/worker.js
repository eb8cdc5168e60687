// The engine in a worker, which does what it is asked for in messages [name, ...values].

import { engineHere } from "/bench/page.js"

const engine = await engineHere()
onmessage = async ({data: [name, ...values]}) => postMessage(await engine[name](...values))
postMessage("ready")
