import { Animator } from "../changes/Animator.js"
import { resume } from "../edits/resume.js"
import "../guesses/update.js"
import { Interaction } from "../interaction/Interaction.js"
import "../mirror/Change.js"
import "../service/OrderedChanges.js"
import "./actions.js"
import "./smooth.js"
import { Unseen } from "./Unseen.js"

/**
 * Attaches the features that the first screen does not need. With them come the modules that a page needs for changes of its
 * own, so that it can make them while it is offline.
 *
 * @param {import("./CollectionView.js").CollectionView} view
 * @param {import("./CollectionView.js").Options} options
 */
export function attachLater(view, {animation = {}, role, reorder, messages, keepEdits = true}) {
  if (animation) view.use(new Animator(view, animation))
  view.use(new Interaction({role, reorder, messages}))
  view.use(new Unseen(view))
  if (!keepEdits) return
  const ending = new AbortController()
  view.use({detach: () => ending.abort()})
  resume(view, ending.signal)
}
