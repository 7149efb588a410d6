import type { Tone } from './notice'

export type Toast = { type: Tone; text: string; seconds?: number | undefined }

/** Flash messages: lines of the page without scripts, toasts at the top right with them. */
export function Toasts({ toasts }: { toasts: Toast[] }) {
	return (
		<section className="toasts" aria-label="Messages" tabIndex={-1} data-enhance="toasts">
			{toasts.map(({ type, text, seconds = 5 }) => (
				<div
					className={`toast tone-${type}`}
					role={type === 'error' ? 'alert' : 'status'}
					data-seconds={seconds}
					key={text}
				>
					<p>{text}</p>
				</div>
			))}
		</section>
	)
}
