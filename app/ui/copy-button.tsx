import { Icon } from './icon'

/** Copies a text to the clipboard. Shown by scripts alone; the text itself stands beside it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
	return (
		<button
			type="button"
			className="btn btn-quiet no-print"
			data-enhance="copy"
			data-copy={text}
			aria-label={`Copy ${label}`}
			hidden
		>
			<Icon name="copy" size={16} />
			<span>Copy</span>
		</button>
	)
}
