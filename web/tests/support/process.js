import { spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

const running = new Set()

// A test that ends early leaves no browser behind.
process.on("exit", () => { for (const group of running) signal(group, "SIGKILL") })
for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => process.exit(1))

function signal(group, name) {
  try { process.kill(-group, name) } catch {}
}

/**
 * Starts a program in a process group and a temporary folder of its own.
 *
 * @param {string} command
 * @param {(folder: string) => string[] | Promise<string[]>} argumentsIn
 * @param {import("node:child_process").StdioOptions} stdio
 */
export async function startProgram(command, argumentsIn, stdio) {
  const folder = await mkdtemp(join(tmpdir(), "tessera-browser-"))
  const child = spawn(command, await argumentsIn(folder), {stdio, detached: true, env: {...process.env, HOME: folder}})
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", text => output = (output + text).slice(-20_000))
  const failed = new Promise((_, reject) => {
    child.once("error", reject)
    child.once("exit", code => reject(new Error(`${command} ended with ${code}:\n${output}`)))
  })
  failed.catch(() => {})
  if (child.pid) running.add(child.pid)
  return {
    child, folder, failed,
    get output() { return output },
    /** Ends the program and all that it started, and removes its folder. */
    async end() {
      if (child.pid) {
        signal(child.pid, "SIGKILL")
        if (child.exitCode === null && child.signalCode === null) await new Promise(done => child.once("exit", done))
        signal(child.pid, "SIGKILL")
        running.delete(child.pid)
      }
      await rm(folder, {recursive: true, force: true, maxRetries: 10, retryDelay: 100})
    },
  }
}

/** Rejects if a promise takes longer than `time` milliseconds. */
export async function within(time, promise, what) {
  let timer
  const late = new Promise((_, reject) => timer = setTimeout(() => reject(new Error(`${what}: nothing after ${time / 1000} s`)), time))
  try { return await Promise.race([promise, late]) } finally { clearTimeout(timer) }
}
