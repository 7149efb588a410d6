import { define, TypedElement } from '../typed-element'
import { counterText } from '../words'

/** Counts what has been typed into a text area; spoken only near the end. */
class CharacterCount extends TypedElement<'character-count'> {
	connectedCallback() {
		const area = document.getElementById(this.read('of'))
		if (!(area instanceof HTMLTextAreaElement) || area.maxLength <= 0) return
		const count = () => {
			this.textContent = counterText(area.value.length, area.maxLength)
			this.ariaLive = area.maxLength - area.value.length <= 20 ? 'polite' : 'off'
		}
		area.addEventListener('input', count)
		count()
	}
}

define('character-count', CharacterCount)
