/** A button that copies a text to the clipboard. Only scripts render it; the text itself is next to it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
	return <copy-button className="no-print" text={text} label={label} />
}
