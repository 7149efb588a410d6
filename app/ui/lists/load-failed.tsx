import { LOAD_FAILED } from '~/domain/errors'
import { Notice } from '../notice'

/** Shown in place of content that could not be read. */
export function LoadFailed() {
	return (
		<Notice tone="error" title={LOAD_FAILED.data}>
			<p>The lists below may look empty: their contents could not be read.</p>
			<p>Nothing is lost. Please load the page again in a few minutes.</p>
		</Notice>
	)
}
