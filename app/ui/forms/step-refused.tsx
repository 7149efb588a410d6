import { ButtonLink } from '../button'
import { Facts } from '../facts'
import { Notice } from '../notice'
import { DialogPage } from './dialog-page'

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

const TYPED = {
	description: 'Description',
	link: 'Link',
	reason: 'Reason',
	buyer_email: 'Email of the buyer',
	transfer_till: 'Until',
}

/** The input of a step that is no longer possible. */
export function UnsavedInput({ typed }: { typed: Record<string, unknown> | null | undefined }) {
	const items = Object.entries(TYPED).flatMap(([field, name]) => {
		const value = typed?.[field]
		return value ? [[name, String(value)]] : []
	})
	if (items.length === 0) return null
	return (
		<Notice tone="warning" title="Nothing was saved. This is what you typed:">
			<Facts items={Object.fromEntries(items)} />
		</Notice>
	)
}
