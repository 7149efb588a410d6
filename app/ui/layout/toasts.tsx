import type { Tone } from '../notice'

export type Toast = { type: Tone; text: string; seconds?: number | undefined }

/** Flash messages: part of the page without scripts, toasts at the top right with them. */
export function Toasts({ toasts }: { toasts: Toast[] }) {
	return (
		<toast-list className="toasts" role="region" aria-label="Messages" tabIndex={-1}>
			{toasts.map(({ type, text, seconds = 5 }) => (
				<toast-message
					className={`toast tone-${type}`}
					role={type === 'error' ? 'alert' : 'status'}
					seconds={seconds}
					key={text}
				>
					<p>{text}</p>
				</toast-message>
			))}
		</toast-list>
	)
}
