import { UpdateDiff } from "./api"

/** The body of a response in the format that the query asks for. */
export type Formatted<Query, Objects, Columns> =
  Query extends { format: "columns" } ? Columns
  : Query extends { format: "binary" } ? ArrayBuffer
  : Query extends { format: "svg" | "html" | "css" } ? string
  : Objects

/** The changes of a stored collection, which has versions. */
export type CollectionDiff = UpdateDiff & { fromVersion: number, version: number }
