import { find } from './find'

/** Show and hide a password. Hidden again when the form is sent. */
export function enhanceReveals(root: ParentNode) {
	for (const row of find(root, 'reveal', HTMLElement)) {
		const input = row.querySelector('input')
		const button = row.querySelector('button')
		if (!input || !button) continue
		const name = input.labels?.[0]?.textContent?.trim().toLowerCase() ?? 'password'
		const set = (shown: boolean) => {
			input.type = shown ? 'text' : 'password'
			button.textContent = shown ? 'Hide' : 'Show'
			button.ariaPressed = String(shown)
			button.ariaLabel = `${shown ? 'Hide' : 'Show'} ${name}`
		}
		button.hidden = false
		set(false)
		button.addEventListener('click', () => set(input.type === 'password'))
		input.form?.addEventListener('submit', () => set(false))
	}
}
