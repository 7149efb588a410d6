import { Button } from '~/ui/button'

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

/** The result of sending a form. */
export type UploadResult =
	/** The server redirected to another page of the product. */
	| { readonly kind: 'moved'; readonly to: string }
	/** The server answered with a page at the form's own address. */
	| { readonly kind: 'page'; readonly page: Document }
	| { readonly kind: 'stopped' }
	/** The connection dropped, or timed out. */
	| { readonly kind: 'dropped' }

export type Progress = { readonly sent: number; readonly total: number }

/**
 * Sends a form as the browser would, to the same address with the same fields, and reports its progress (bytes). The
 * page stays unchanged, so a failure loses nothing.
 */
export function send(
	form: HTMLFormElement,
	tell: (progress: Progress) => void,
): { sent: Promise<UploadResult>; stop: () => void } {
	const request = new XMLHttpRequest()
	const address = new URL(form.action)
	const sent = new Promise<UploadResult>(resolve => {
		request.upload.addEventListener('progress', ({ loaded, total }) => tell({ sent: loaded, total }))
		request.addEventListener('abort', () => resolve({ kind: 'stopped' }))
		request.addEventListener('error', () => resolve({ kind: 'dropped' }))
		request.addEventListener('load', () => {
			const to = request.responseURL
			if (new URL(to).pathname !== address.pathname) resolve({ kind: 'moved', to })
			else resolve({ kind: 'page', page: read(request.responseText) })
		})
	})
	request.open('POST', address)
	request.send(new FormData(form))
	return { sent, stop: () => request.abort() }
}

/* The Content-Security-Policy does not allow another page's style element, and would report it. */
function read(html: string): Document {
	return new DOMParser().parseFromString(html.replace(/<style>.*?<\/style>/s, ''), 'text/html')
}
