import Harness
import Text

// The costs that have a target, in one run: a box of a flex container beside Yoga's, a text of another weight beside the
// regular one, and a text of several runs beside the plain one. Run this from the repository's root.
//
// The ratios of boxes were 1.5 to 1.7 in rows and 3 to 100 in chains when their target was reached; the longer the chain, the
// more often Yoga lays a box of it out. Yoga keeps its nodes between layouts, and FlexLayout resolves the styles each time.

compareFlexboxes()
try compareTexts()
