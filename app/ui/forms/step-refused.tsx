import { ButtonLink } from '../button'
import { Notice } from '../notice'
import { DialogPage } from './dialog-page'
import { UnsavedInput } from './unsaved-input'

/** Shown in place of a step that is not possible. `typed`: input that would otherwise be lost. */
export function StepRefused({
	title,
	failed = title,
	message,
	backHref,
	backLabel = 'Back to the grid',
	typed,
}: {
	title: string
	/** The title of the message. */
	failed?: string
	message: string
	backHref: string
	backLabel?: string
	typed?: Record<string, unknown> | null | undefined
}) {
	return (
		<DialogPage title={title} backHref={backHref} narrow>
			<Notice tone="error" title={failed}>
				<p>{message}</p>
			</Notice>
			<UnsavedInput typed={typed} />
			<div className="actions">
				<ButtonLink href={backHref}>{backLabel}</ButtonLink>
			</div>
		</DialogPage>
	)
}
