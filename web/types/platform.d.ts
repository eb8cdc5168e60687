// Parts of browsers that the declarations of TypeScript 4.8 lack.

declare class CompressionStream {
  constructor(format: "gzip" | "deflate" | "deflate-raw")
  readonly readable: ReadableStream<Uint8Array>
  readonly writable: WritableStream<BufferSource>
}

interface Array<T> {
  findLast(predicate: (value: T, index: number, array: T[]) => unknown): T | undefined
}

interface ReadonlyArray<T> {
  findLast(predicate: (value: T, index: number, array: readonly T[]) => unknown): T | undefined
}

declare class OffscreenCanvas {
  constructor(width: number, height: number)
  getContext(kind: "2d"): CanvasRenderingContext2D | null
}

interface CanvasRenderingContext2D {
  fontKerning: "auto" | "normal" | "none"
  letterSpacing: string
}
