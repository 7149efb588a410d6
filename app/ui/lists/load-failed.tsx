import { LOAD_FAILED } from '~/domain/errors'
import { Notice } from '../notice'

/** On a page whose content could not be read, in place of which it shows nothing. */
export function LoadFailed() {
	return (
		<Notice tone="error" title={LOAD_FAILED.data}>
			<p>What stands below is empty because it could not be read, not because there is nothing.</p>
			<p>Nothing is lost. Please load the page again in a few minutes.</p>
		</Notice>
	)
}
