import { enhanceBells } from './bell'
import { enhanceCodeInputs } from './code-input'
import { enhanceCookieBars } from './cookie-bar'
import { enhanceCopyButtons } from './copy'
import { enhanceCountdowns } from './countdown'
import { enhanceCounters } from './counter'
import { enhanceDialogs } from './dialog'
import { enhanceFileInputs } from './file'
import { enhanceFocus } from './focus'
import { enhanceGrids } from './grid'
import { enhanceImageFallbacks } from './image-fallback'
import { enhanceImagePreviews } from './image-preview'
import { enhanceLocalTimes } from './local-time'
import { watchMaintenance } from './maintenance'
import { enhancePreviews } from './preview'
import { enhanceReveals } from './reveal'
import { enhanceSelections } from './selection'
import { enhanceSubmitOnce } from './submit-once'
import { enhanceToasts } from './toasts'

/** Improves a part of the page: the whole document at first, later whatever is put into it. */
export function enhance(root: ParentNode) {
	enhanceFocus(root)
	enhanceToasts(root)
	enhanceCodeInputs(root)
	enhanceReveals(root)
	enhanceCounters(root)
	enhanceFileInputs(root)
	enhancePreviews(root)
	enhanceSelections(root)
	enhanceImagePreviews(root)
	enhanceSubmitOnce(root)
	enhanceCopyButtons(root)
	enhanceCountdowns(root)
	enhanceLocalTimes(root)
	enhanceCookieBars(root)
	enhanceImageFallbacks(root)
	enhanceGrids(root)
	watchMaintenance(root)
	enhanceDialogs(root, enhance)
	enhanceBells(root, enhance)
}
