import { Button } from '~/ui/button'
import type { Progress } from './upload'

const NOTES = {
	stopped: 'Stopped. Nothing was submitted, and everything you have filled in is still here.',
	dropped: 'The connection was lost. Nothing you have filled in is lost; please press Submit again.',
} as const

/** Why the last upload ended early. */
export type SendingNote = keyof typeof NOTES

/** The progress of the upload, a button to stop it, and the result of the last one. */
export function Sending({
	progress,
	note,
	stop,
}: {
	progress: Progress | null
	note: SendingNote | null
	stop: () => void
}) {
	if (!progress)
		return note ? (
			<p className="error" role="alert">
				{NOTES[note]}
			</p>
		) : null
	const { sent, total } = progress
	const isUp = total > 0 && sent >= total
	return (
		<div className="grid gap-2 text-sm" role="status">
			<progress className="upload-bar" value={sent} max={Math.max(1, total)} aria-label="Sent" />
			<p className="figures">
				{isUp
					? 'Everything is sent. Waiting for the answer.'
					: total > 0
						? `${formatProgress(progress)} sent`
						: 'Connecting'}
			</p>
			<Button type="button" variant="secondary" onClick={stop}>
				Stop
			</Button>
		</div>
	)
}

/** Formats the progress: "1.2 MB of 4.8 MB". */
function formatProgress({ sent, total }: Progress): string {
	return `${formatBytes(Math.min(sent, total))} of ${formatBytes(total)}`
}

function formatBytes(bytes: number): string {
	const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
	return `${size.toLocaleString('en-GB', { maximumFractionDigits: unit === 'MB' ? 1 : 0 })} ${unit}`
}
