/** A button that copies a text to the clipboard. Scripts alone draw it; the text itself stands beside it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
	return <copy-button className="no-print" text={text} label={label} />
}
