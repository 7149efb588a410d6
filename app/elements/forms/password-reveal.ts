import { needStyles } from '../styles'
import { define, TypedElement } from '../typed-element'

/** Draws the button that shows and hides a password. Hidden again when the form is sent. */
class PasswordReveal extends TypedElement<'password-reveal'> {
	connectedCallback() {
		const input = this.find('input', HTMLInputElement)
		if (!input || input.nextSibling) return
		needStyles()
		const button = document.createElement('button')
		const name = input.labels?.[0]?.textContent?.trim().toLowerCase() ?? 'password'
		const set = (shown: boolean) => {
			input.type = shown ? 'text' : 'password'
			button.textContent = shown ? 'Hide' : 'Show'
			button.ariaPressed = String(shown)
			button.ariaLabel = `${shown ? 'Hide' : 'Show'} ${name}`
		}
		button.type = 'button'
		button.setAttribute('aria-controls', input.id)
		set(false)
		button.addEventListener('click', () => set(input.type === 'password'))
		input.form?.addEventListener('submit', () => set(false))
		this.append(button)
	}
}

define('password-reveal', PasswordReveal)
