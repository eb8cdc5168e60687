import assert from "node:assert/strict"
import { test } from "node:test"
import { random, seed } from "../support/random.js"
import { compile, skip, start, wasmPage } from "./runtime.js"

const KiB = 1024, MiB = 1024 * KiB

/** Checks the heap's own structures. */
const isConsistent = heap => assert.equal(heap.page_runtime_check(), 0, "the line of the check that fails")

/** Whether all bytes of a block are one byte. */
const isFilled = (bytes, block, size, byte) => size == 0 || (bytes[block] == byte
  && bytes.compare(bytes, block, block + size - 1, block + 1, block + size) == 0)

test("the module imports memory alone", {skip}, () => {
  assert.deepEqual(WebAssembly.Module.imports(compile()).map(({kind, name}) => `${kind} ${name}`), ["memory memory"])
})

/** Random blocks and their expected contents. */
class Blocks {
  heap
  next
  live = []
  bytes = 0
  peak = 0

  constructor(heap, next) {
    this.heap = heap
    this.next = next
  }

  /** A block of such a size has been allocated. */
  add(block, size, alignment = 16) {
    assert.ok(block > 0 && block % alignment == 0, `${block} is aligned to ${alignment}`)
    assert.ok(block + size <= this.heap.memory.buffer.byteLength)
    const byte = this.next.between(1, 255)
    this.heap.bytes.fill(byte, block, block + size)
    this.live.push({block, size, byte})
    this.bytes += size
    this.peak = Math.max(this.peak, this.bytes)
  }

  /** Takes a random block off the list, with its contents checked. */
  take() {
    const index = this.next.between(0, this.live.length - 1), taken = this.live[index], last = this.live.pop()
    if (index < this.live.length) this.live[index] = last
    assert.ok(isFilled(this.heap.bytes, taken.block, taken.size, taken.byte), `the contents of ${taken.block}`)
    this.bytes -= taken.size
    return taken
  }

  allocate(size) {
    const {heap, next} = this
    switch (next.between(0, 5)) {
      case 0: {
        const alignment = 2 ** next.between(2, Math.max(4, Math.log2(size))), slot = this.slot ??= heap.malloc(4)
        assert.equal(heap.posix_memalign(slot, alignment, size), 0)
        return this.add(heap.bytes.readUInt32LE(slot), size, Math.max(alignment, 16))
      }
      case 1: {
        const block = heap.calloc(1, size)
        assert.ok(isFilled(heap.bytes, block, size, 0))
        return this.add(block, size)
      }
      default: return this.add(heap.malloc(size), size)
    }
  }

  reallocate(size) {
    const {block, size: was, byte} = this.take()
    // Large blocks remain large: some of them have room to grow.
    if (was > 10 * KiB) size = Math.floor(was * (0.5 + this.next()))
    const moved = this.heap.realloc(block, size)
    assert.ok(isFilled(this.heap.bytes, moved, Math.min(size, was), byte), `the contents of ${block} at ${moved}`)
    this.add(moved, size)
  }

  free() { this.heap.free(this.take().block) }

  end() {
    while (this.live.length) this.free()
    this.heap.free(this.slot ?? 0)
    assert.equal(this.heap.live(), 0)
    assert.equal(this.heap.blocks(), 0)
    isConsistent(this.heap)
  }

  /** Checks that no two blocks overlap, and the heap's own checks. */
  check() {
    isConsistent(this.heap)
    const sorted = this.live.toSorted((a, b) => a.block - b.block)
    sorted.forEach(({block}, i) => assert.ok(!i || sorted[i - 1].block + sorted[i - 1].size <= block))
    assert.ok(this.heap.live() >= this.bytes)
    assert.equal(this.heap.blocks(), this.live.length + (this.slot ? 1 : 0))
  }
}

/** Sizes of which there are about as many between 1 and 2 as between 1,000 and 2,000. */
const size = (next, limit) => Math.floor(limit ** next())

for (const [what, largest, limit] of [["up to 4 MiB", 4 * MiB, 48 * MiB], ["up to 1 KiB", KiB, 2 * MiB]]) {
  test(`a million random operations on blocks of ${what} keep their contents and use memory again`, {skip}, () => {
    const next = random(), heap = start(), blocks = new Blocks(heap, next)
    // The live blocks grow to the limit and shrink again, some hundred times.
    let goal = limit
    for (let i = 0; i < 1_000_000; i++) {
      const bytes = next() < 0.98 ? size(next, Math.min(largest, 16 * KiB)) : size(next, largest), kind = next()
      if (blocks.bytes >= goal) goal = limit * next() ** 2
      if (blocks.bytes + bytes > limit || (blocks.live.length && kind < (blocks.bytes > goal ? 0.6 : 0.35))) {
        if (blocks.live.length) blocks.free()
        if (blocks.bytes <= goal && next() < 0.001) goal = limit
      } else if (kind > 0.85 && blocks.live.length) {
        blocks.reallocate(bytes)
      } else {
        blocks.allocate(bytes)
      }
      if (i % 25_000 == 0) blocks.check()
    }
    blocks.check()
    const reserved = heap.reserved(), {peak} = blocks
    blocks.end()
    assert.ok(reserved <= 1.5 * peak + MiB, `${reserved} bytes for ${peak} (SEED=${seed})`)
  })
}

test("every second of many small blocks is freed, and their memory serves the same size", {skip}, () => {
  const heap = start(), blocks = Array.from({length: 100_000}, () => heap.malloc(64)), reserved = heap.reserved()
  for (let i = 0; i < blocks.length; i += 2) heap.free(blocks[i])
  isConsistent(heap)
  for (let i = 0; i < blocks.length; i += 2) blocks[i] = heap.malloc(64)
  assert.equal(new Set(blocks).size, blocks.length)
  assert.equal(heap.reserved(), reserved)
  assert.ok(reserved < 64 * blocks.length * 1.2, `${reserved} bytes`)
})

test("memory of small blocks serves large ones, and the other way round", {skip}, () => {
  const heap = start(), next = random()
  let reserved
  for (let i = 0; i < 5; i++) {
    for (const [count, size] of [[100_000, 64], [3_000, 2_000], [10, 600_000], [1_000, 6_000], [300, 20_000]]) {
      const blocks = Array.from({length: count}, () => heap.malloc(size))
      for (let last = blocks.length - 1; last >= 0; last--) {
        const index = next.between(0, last), block = blocks[index]
        blocks[index] = blocks[last]
        heap.free(block)
      }
      isConsistent(heap)
      reserved ??= heap.reserved()
    }
  }
  assert.equal(heap.live(), 0)
  // A slab without blocks that is saved for later may lie between two blocks.
  assert.ok(heap.reserved() <= 1.25 * reserved, `${heap.reserved()} bytes instead of ${reserved}`)
})

test("a large block takes the shortest of the holes that have room", {skip}, () => {
  for (const order of [[20, 19, 18], [18, 19, 20], [19, 18, 20]]) {
    const heap = start(), blocks = order.map(pages => [heap.malloc(pages * 4 * KiB), heap.malloc(16 * KiB)][0])
    for (const block of blocks) heap.free(block)
    // These lengths have one list, and none of the holes is as long as the first of the blocks.
    for (const [pages, hole] of [[17, 18], [19, 19], [20, 20]]) {
      assert.equal(heap.malloc(pages * 4 * KiB), blocks[order.indexOf(hole)], `${pages} pages`)
    }
    isConsistent(heap)
  }
})

test("free neighbors of a large block become one run", {skip}, () => {
  const heap = start(), blocks = Array.from({length: 1_000}, () => heap.malloc(20 * KiB))
  for (let i = 0; i < blocks.length; i += 2) heap.free(blocks[i])
  const reserved = heap.reserved()
  // None of the holes has room.
  const moved = heap.malloc(41 * KiB)
  isConsistent(heap)
  for (let i = 1; i < blocks.length; i += 2) heap.free(blocks[i])
  heap.free(moved)
  isConsistent(heap)
  const whole = heap.malloc(15 * MiB)
  assert.ok(whole)
  assert.equal(heap.reserved(), reserved)
})

test("arrays that grow by doubling use the memory of those before", {skip}, () => {
  const heap = start(), arrays = 8, largest = 4 * MiB
  let reserved
  for (let round = 0; round < 40; round++) {
    const blocks = Array(arrays).fill(0)
    for (let size = 16; size <= largest; size *= 2) {
      for (let i = 0; i < arrays; i++) {
        const grown = heap.malloc(32 + size)
        assert.ok(isFilled(heap.bytes, blocks[i], blocks[i] && size / 2, i + 1))
        heap.bytes.fill(i + 1, grown, grown + size)
        heap.free(blocks[i])
        blocks[i] = grown
      }
    }
    isConsistent(heap)
    for (const block of blocks) heap.free(block)
    reserved ??= heap.reserved()
  }
  assert.equal(heap.live(), 0)
  assert.ok(reserved <= 1.5 * (arrays + 0.5) * largest, `${reserved} bytes`)
  assert.equal(heap.reserved(), reserved)
})

test("blocks change their size in place where they can", {skip}, () => {
  const heap = start(), small = heap.malloc(130), large = heap.malloc(300 * KiB)
  assert.equal(heap.realloc(small, 160), small)
  assert.equal(heap.realloc(small, 129), small)
  assert.equal(heap.realloc(large, 100 * KiB), large)
  const live = heap.live()
  assert.equal(heap.realloc(large, 290 * KiB), large)
  assert.equal(heap.live() - live, 192 * KiB)
  isConsistent(heap)
  const after = heap.malloc(10 * KiB)
  heap.bytes.fill(7, large, large + 290 * KiB)
  const moved = heap.realloc(large, 2 * MiB)
  assert.notEqual(moved, large)
  assert.ok(isFilled(heap.bytes, moved, 290 * KiB, 7))
  for (const block of [small, moved, after]) heap.free(block)
  assert.equal(heap.live(), 0)
  isConsistent(heap)
})

test("blocks of no bytes are blocks", {skip}, () => {
  const heap = start(), blocks = [heap.malloc(0), heap.malloc(0), heap.calloc(0, 8), heap.realloc(0, 0)]
  for (const alignment of [1, 16, 64, 4 * KiB, 64 * KiB]) {
    const block = heap.aligned_alloc(alignment, 0)
    assert.equal(block % alignment, 0)
    blocks.push(block)
  }
  assert.equal(new Set(blocks).size, blocks.length)
  assert.ok(!blocks.includes(0))
  const last = blocks.pop()
  blocks.push(heap.realloc(last, 0))
  for (const block of blocks) heap.free(block)
  heap.free(0)
  assert.equal(heap.live(), 0)
  isConsistent(heap)
})

test("sizes that no memory has are refused without harm", {skip}, () => {
  const heap = start(), kept = heap.malloc(100 * KiB), slot = heap.malloc(4), reserved = heap.reserved()
  heap.bytes.fill(9, kept, kept + 100 * KiB)
  heap.bytes.writeUInt32LE(123, slot)
  for (const size of [3e9, 2 ** 31, 2 ** 32 - 1, 2 ** 32 - 4 * KiB, 2 ** 32 - 16]) {
    assert.equal(heap.malloc(size), 0)
    assert.equal(heap.calloc(1, size), 0)
    assert.equal(heap.realloc(kept, size), 0)
    assert.equal(heap.realloc(slot, size), 0)
    for (const alignment of [4, 64, 64 * KiB]) assert.equal(heap.posix_memalign(slot, alignment, size), 12)
  }
  assert.equal(heap.calloc(65_536, 65_537), 0)
  assert.equal(heap.calloc(2 ** 31, 2), 0)
  for (const alignment of [0, 1, 2, 3, 24, 2 ** 31 + 1]) assert.equal(heap.posix_memalign(slot, alignment, 8), 22)
  for (const alignment of [0, 3, 48]) assert.equal(heap.aligned_alloc(alignment, 48), 0)
  assert.equal(heap.bytes.readUInt32LE(slot), 123)
  assert.ok(isFilled(heap.bytes, kept, 100 * KiB, 9))
  assert.equal(heap.reserved(), reserved)
  isConsistent(heap)
})

test("where memory ends, blocks are refused, and the heap serves on", {skip}, () => {
  const maximum = 8 * MiB, heap = start({maximum})
  for (const size of [100, 5_000, 64 * KiB, MiB]) {
    const blocks = []
    for (let block; block = heap.malloc(size);) {
      heap.bytes.fill(blocks.length % 255 + 1, block, block + size)
      blocks.push(block)
    }
    assert.ok(blocks.length * size > 0.8 * maximum, `${blocks.length} of ${size} bytes`)
    assert.equal(heap.malloc(4 * MiB), 0)
    assert.equal(heap.realloc(blocks[0], 4 * MiB), 0)
    isConsistent(heap)
    // A block that is freed makes room for another.
    heap.free(blocks.pop())
    blocks.push(heap.malloc(size))
    assert.ok(blocks.at(-1))
    heap.bytes.fill((blocks.length - 1) % 255 + 1, blocks.at(-1), blocks.at(-1) + size)
    blocks.forEach((block, i) => assert.ok(isFilled(heap.bytes, block, size, i % 255 + 1)))
    // The first slab without blocks is saved for later: here it lies in the middle, until the whole heap is needed.
    const half = blocks.splice(blocks.length / 2)
    for (const block of [...half, ...blocks]) heap.free(block)
    assert.equal(heap.live(), 0)
    isConsistent(heap)
    const whole = heap.malloc(0.95 * maximum)
    assert.ok(whole, `a block of the whole heap after those of ${size} bytes`)
    heap.free(whole)
  }
  assert.equal(heap.memory.buffer.byteLength, maximum)
})

test("the last pages of 4 GiB are memory like others", {skip}, () => {
  const heap = start(), blocks = []
  for (let block; block = heap.malloc(256 * MiB);) blocks.push(block)
  for (let block; block = heap.malloc(MiB);) blocks.push(block)
  const last = blocks.reduce((a, b) => Math.max(a, b))
  heap.bytes[last + MiB - 1] = 5
  assert.equal(heap.malloc(MiB), 0)
  isConsistent(heap)
  for (const block of blocks) heap.free(block)
  assert.equal(heap.live(), 0)
  isConsistent(heap)
})

test("the table of pages moves when memory outgrows it, and its memory serves blocks", {skip}, () => {
  // The first table is for 16 MiB.
  for (let pages = 250; pages < 275; pages++) {
    const heap = start({maximum: pages * wasmPage}), blocks = []
    for (let block; block = heap.malloc(20 * KiB);) {
      // A table that is too short would end in blocks, whose bytes are those of a free page.
      heap.bytes.fill(1, block, block + 20 * KiB)
      blocks.push(block)
      if (heap.reserved() > 15 * MiB && blocks.length % 4 == 0) isConsistent(heap)
    }
    for (const block of blocks) heap.free(block)
    isConsistent(heap)
  }
  const heap = start(), blocks = [heap.malloc(10 * MiB), heap.malloc(80 * MiB)]
  for (const block of blocks) heap.free(block)
  // The first table was where the heap begins.
  assert.equal(heap.malloc(90 * MiB), heap.memory.buffer.byteLength - heap.reserved())
})

test("memory that a module has from the beginning is used before it grows", {skip}, () => {
  const heap = start({initial: 16 * MiB}), block = heap.malloc(15 * MiB)
  assert.ok(block)
  assert.equal(heap.memory.buffer.byteLength, 16 * MiB)
  isConsistent(heap)
})

test("memory that the host adds remains the host's", {skip}, () => {
  const heap = start(), blocks = new Blocks(heap, random())
  blocks.add(heap.malloc(1_000), 1_000)
  const own = heap.memory.grow(3) * wasmPage
  heap.bytes.fill(77, own, own + 3 * wasmPage)
  for (let i = 0; i < 200; i++) blocks.allocate(blocks.next.between(1, 50_000))
  blocks.check()
  assert.ok(isFilled(heap.bytes, own, 3 * wasmPage, 77))
  blocks.end()
})

test("a large block that is freed twice is a trap", {skip}, () => {
  const heap = start(), block = heap.malloc(MiB)
  heap.free(block)
  assert.throws(() => heap.free(block), WebAssembly.RuntimeError)
})
