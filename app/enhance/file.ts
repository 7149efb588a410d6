import { find } from './find'

/** Whether a file fits an `accept` list of types ('image/png', 'image/*') and endings ('.pdf'). Empty accepts all. */
export function accepts(accept: string, file: { name: string; type: string }): boolean {
	const wanted = accept
		.split(',')
		.map(part => part.trim().toLowerCase())
		.filter(Boolean)
	if (wanted.length === 0) return true
	const name = file.name.toLowerCase()
	const type = file.type.toLowerCase()
	return wanted.some(part =>
		part.startsWith('.')
			? name.endsWith(part)
			: part.endsWith('/*')
				? type.startsWith(part.slice(0, -1))
				: type === part,
	)
}

/** Whether one of the chosen files is larger than the input takes. */
export function isTooLarge(input: HTMLInputElement): boolean {
	const limit = Number(input.dataset['maxBytes'] ?? Number.POSITIVE_INFINITY)
	return [...(input.files ?? [])].some(file => file.size > limit)
}

/**
 * Says at once what the server would say about a file that is too large or of a wrong type. The server decides, but nobody is made
 * to wait for the sending of a file that is certain to be refused.
 */
export function enhanceFileInputs(root: ParentNode) {
	for (const input of find(root, 'file', HTMLInputElement)) {
		const line = document.createElement('p')
		line.className = 'error'
		line.role = 'alert'
		line.hidden = true
		input.after(line)
		input.addEventListener('change', () => {
			const { sizeMessage, typeMessage } = input.dataset
			const file = input.files?.[0]
			const problem =
				file && !accepts(input.accept, file)
					? (typeMessage ?? '')
					: isTooLarge(input)
						? (sizeMessage ?? '')
						: ''
			line.textContent = problem
			line.hidden = problem === ''
			input.setCustomValidity(problem)
			input.ariaInvalid = problem ? 'true' : null
		})
		input.form?.addEventListener('submit', event => {
			if (event.defaultPrevented || !isTooLarge(input)) return
			event.preventDefault()
			input.focus()
		})
	}
}
