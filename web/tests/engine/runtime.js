import { spawnSync } from "node:child_process"
import { accessSync, constants, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { root } from "../support/repository.js"

/** The functions of the runtime that tests call; it exports its statistics itself. */
const names = ["malloc", "calloc", "realloc", "free", "posix_memalign", "aligned_alloc", "memcpy", "memmove", "memset",
  "memcmp", "strlen", "round", "rint", "fmod", "arc4random_buf", "putchar", "__multi3", "__ashlti3",
  "__lshrti3", "page_runtime_check"]

const flags = ["--target=wasm32-unknown-none-wasm", "-std=c11", "-Oz", "-ffreestanding", "-fno-builtin",
  "-mbulk-memory", "-Wall", "-Wextra", "-Werror", "-DPAGE_RUNTIME_CHECKS"]

/** The folder of the toolchain's programs, in which clang and wasm-ld lie beside swift; undefined without them. */
function toolchain() {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    try {
      const programs = dirname(realpathSync(join(folder, "swift")))
      for (const name of ["clang", "wasm-ld"]) accessSync(join(programs, name), constants.X_OK)
      return programs
    } catch {}
  }
}

const programs = toolchain()

/** Why the runtime cannot be compiled here, or false. */
export const skip = !programs && "there is no Swift toolchain with clang and wasm-ld"

let compiled

/** Compiles the runtime with its checks, once. */
export function compile() {
  if (compiled) return compiled
  const sources = join(root, "Sources/Page/CPageRuntime"), folder = mkdtempSync(join(tmpdir(), "tessera-runtime-"))
  const file = join(folder, "runtime.wasm")
  try {
    const {status, stderr, error} = spawnSync(join(programs, "clang"), [
      ...flags, "-I", join(sources, "include"), "-nostdlib", "-Wl,--no-entry", "-Wl,--import-memory",
      ...names.map(name => `-Wl,--export=${name}`), "-o", file,
      ...readdirSync(sources).filter(name => name.endsWith(".c")).map(name => join(sources, name)),
    ], {encoding: "utf8"})
    if (error || status) throw error ?? new Error(stderr)
    return compiled = new WebAssembly.Module(readFileSync(file))
  } finally {
    rmSync(folder, {recursive: true, force: true})
  }
}

export const wasmPage = 65_536

/** An instance with a memory of its own: the bytes that it has from the beginning, and the most that it may have. */
export function start({initial = 2 * wasmPage, maximum = 65_536 * wasmPage} = {}) {
  const memory = new WebAssembly.Memory({initial: initial / wasmPage, maximum: maximum / wasmPage})
  const {exports} = new WebAssembly.Instance(compile(), {env: {memory}})
  let bytes = Buffer.from(memory.buffer)
  return {
    ...exports,
    memory,
    /** All bytes of the memory, until it grows. */
    get bytes() { return bytes.buffer == memory.buffer ? bytes : bytes = Buffer.from(memory.buffer) },
    malloc: size => exports.malloc(size) >>> 0,
    calloc: (count, size) => exports.calloc(count, size) >>> 0,
    realloc: (block, size) => exports.realloc(block, size) >>> 0,
    aligned_alloc: (alignment, size) => exports.aligned_alloc(alignment, size) >>> 0,
    live: () => exports.page_runtime_live_bytes() >>> 0,
    blocks: () => exports.page_runtime_live_blocks() >>> 0,
    reserved: () => exports.page_runtime_reserved_bytes() >>> 0,
  }
}
