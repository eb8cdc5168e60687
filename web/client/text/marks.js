// The properties of the boundary before each unit of a text, as the module has them (`TextColumns.Marks`).

/** Text on both sides of the boundary is measured apart. */
export const isSafe = 1
/** A line may end here. */
export const canBreak = 2
/** The unit after the boundary is white space. */
export const isSpace = 8
/** A grapheme cluster begins here. */
export const isCluster = 32
