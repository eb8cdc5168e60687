// Times in microseconds: the least and the median of some rounds.

/** Prints the least and the median time of a function. */
export async function time(name, rounds, run) {
  const times = []
  for (let round = 0; round < rounds; round++) times.push(await timed(run, round))
  print(name, times)
}

export async function timed(run, round) {
  const began = performance.now()
  await run(round)
  return (performance.now() - began) * 1000
}

/** Prints the times of a step, and returns their median. */
export function print(name, times) {
  times.sort((a, b) => a - b)
  const median = times[times.length >> 1]
  const [least, middle] = [times[0], median].map(time => time.toFixed(time < 100 ? 1 : 0).padStart(9))
  console.log(`${least} ${middle}  ${name}`)
  return median
}
