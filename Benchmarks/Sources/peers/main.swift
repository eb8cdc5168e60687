import Harness
import Text

// The costs that have a target, in one run: a box of a flex container beside Yoga's, a text of another weight beside the
// regular one, and a text of several runs beside the plain one. Run this from the repository's root.

compareFlexboxes()
try compareTexts()
