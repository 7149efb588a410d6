import { Button } from '~/ui/button'
import { type Progress, progressText } from './upload'

/** How far the upload is, a way to stop it, and what came of the last one. */
export function Sending({
	progress,
	note,
	stop,
}: {
	progress: Progress | null
	note: string | null
	stop: () => void
}) {
	if (!progress)
		return note ? (
			<p className="error" role="alert">
				{note}
			</p>
		) : null
	const { sent, total } = progress
	const isUp = total > 0 && sent >= total
	return (
		<div className="grid gap-2 text-sm" role="status">
			<progress className="w-full" value={sent} max={Math.max(1, total)} aria-label="Sent" />
			<p className="figures">
				{isUp
					? 'Everything is sent. Waiting for the answer.'
					: total > 0
						? `${progressText(progress)} sent`
						: 'Connecting'}
			</p>
			<Button type="button" variant="secondary" onClick={stop}>
				Stop
			</Button>
		</div>
	)
}
