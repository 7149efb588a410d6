import './bell-news'
import './forms/busy-label'
import './forms/character-count'
import './forms/clear-field'
import './forms/code-input'
import './cookie-bar'
import './copy-button'
import './count-down'
import './dialogs'
import './forms/error-summary'
import './forms/file-check'
import './image-fallback'
import './forms/network-check'
import './forms/password-reveal'
import './grid/pixel-grid'
import './toasts'
import './turn-over'
import { tellClicks } from './clicks'
import { sendFormsOnce } from './forms/busy-label'
import { watchMaintenance } from './maintenance'

/**
 * What scripts add to every page: the custom elements, which begin as they are met, and what concerns the whole
 * document.
 */
export function beginElements(): void {
	sendFormsOnce()
	watchMaintenance()
	tellClicks()
	addEventListener('pageshow', ({ persisted }) => persisted && resetSearches())
}

/* A page that the browser kept whole shows what was looked for next, above the rows of before. */
function resetSearches(): void {
	for (const form of document.querySelectorAll<HTMLFormElement>('search form')) form.reset()
}
