import './bell-news'
import './clocks'
import './cookie-bar'
import './copy-button'
import './dialogs'
import './forms/code-input'
import './forms/fields'
import './forms/network-check'
import './grid/pixel-grid'
import './image-fallback'
import './toasts'
import { sendFormsOnce } from './forms/busy-label'
import { resetSearches, tellClicks, watchMaintenance } from './page'

/**
 * What scripts add to every page: the custom elements, which begin as they are met, and what concerns the whole
 * document.
 */
export function beginElements(): void {
	sendFormsOnce()
	watchMaintenance()
	tellClicks()
	resetSearches()
	// Of the back-office alone.
	if (document.getElementById('keys')) void import('./page-keys')
}
