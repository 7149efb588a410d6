import './bell-news'
import './busy-label'
import './character-count'
import './clear-field'
import './code-input'
import './cookie-bar'
import './copy-button'
import './count-down'
import './dialogs'
import './error-summary'
import './file-check'
import './image-fallback'
import './network-check'
import './password-reveal'
import './pixel-grid'
import './toasts'
import './turn-over'
import { sendFormsOnce } from './busy-label'
import { tellClicks } from './clicks'
import { watchMaintenance } from './maintenance'

/**
 * What scripts add to every page: the custom elements, which begin as they are met, and what concerns the whole
 * document.
 */
export function beginElements(): void {
	sendFormsOnce()
	watchMaintenance()
	tellClicks()
}
