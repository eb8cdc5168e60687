// The module with a limit of its memory.

import { parts } from "./module.js"

/** Reads a number of a module's binary form; returns it and the place behind it. */
function read(module, at) {
  let number = 0, shift = 0
  for (;; at++, shift += 7) {
    number |= (module[at] & 127) << shift
    if (module[at] < 128) return [number, at + 1]
  }
}

function written(number) {
  const found = []
  for (; number > 127; number >>>= 7) found.push(number & 127 | 128)
  return [...found, number]
}

/** The parts of a module whose memory cannot grow by more than so many pages of 64 KiB. */
export function limited(growth) {
  const {first, rest} = parts()
  return {first: limitedMemory(first, growth), rest}
}

function limitedMemory(module, growth) {
  for (let at = 8; at < module.length;) {
    const [size, content] = read(module, at + 1)
    if (module[at] == 5) {
      const [initial] = read(module, content + 2), limits = [1, 1, ...written(initial), ...written(initial + growth)]
      return Buffer.concat([
        module.subarray(0, at), Buffer.from([5, ...written(limits.length), ...limits]), module.subarray(content + size),
      ])
    }
    at = content + size
  }
  throw new Error("The module has no memory.")
}
