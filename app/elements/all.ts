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
import { reportClicks, resetSearches, watchMaintenance } from './page'

/** Starts the scripts of every page: the custom elements, and what concerns the whole document. */
export function startElements(): void {
	sendFormsOnce()
	watchMaintenance()
	reportClicks()
	resetSearches()
	// Only in the back office.
	if (document.getElementById('keys')) void import('./page-keys')
}
