import { Button } from '~/ui/button'
import type { Progress } from './upload'

const NOTES = {
	stopped: 'Stopped. Nothing was submitted, and everything you have filled in is still here.',
	dropped: 'The connection was lost. Nothing you have filled in is lost; please press Submit again.',
} as const

/** Why the last upload ended early. */
export type SendingNote = keyof typeof NOTES

type Props = {
	progress: Progress | null
	note: SendingNote | null
	stop: () => void
}

/** The progress of the upload, a button to stop it, and the result of the last one. */
export function Sending({ progress, note, stop }: Props) {
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
			<progress
				className="h-1.5 w-full appearance-none border-0 bg-line forced-colors:appearance-auto [&::-moz-progress-bar]:bg-green [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-green"
				value={sent}
				max={Math.max(1, total)}
				aria-label="Sent"
			/>
			<p className="figures">
				{isUp
					? 'Everything is sent. Waiting for the answer.'
					: total > 0
						? `${formatBytes(Math.min(sent, total))} of ${formatBytes(total)} sent`
						: 'Connecting'}
			</p>
			<Button type="button" variant="secondary" onClick={stop}>
				Stop
			</Button>
		</div>
	)
}

/** Formats a size: "1.2 MB". */
function formatBytes(bytes: number): string {
	const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
	return `${size.toLocaleString('en-GB', { maximumFractionDigits: unit === 'MB' ? 1 : 0 })} ${unit}`
}
