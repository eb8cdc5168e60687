import { test } from "node:test"
import { seed } from "../support/random.js"
import { Walk } from "./walk/Walk.js"

const steps = Number(process.env.STEPS ?? (process.env.TESSERA_WEB == "short" ? 30 : 300))

test(`several mirrors have what a fresh query returns, whatever happens (SEED=${seed} STEPS=${steps})`, async () => {
  const walk = await Walk.begin(seed)
  try {
    for (let step = 1; step <= steps; step++) {
      await walk.step()
      if (step % 5 == 0) await walk.compare(step)
    }
    console.log(walk.report())
  } finally {
    await walk.end()
  }
})
