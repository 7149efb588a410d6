import type { ReactNode } from 'react'
import { Button, ButtonLink } from './button'
import { DialogPage } from './dialog-page'

/** Asks before something that cannot be undone, and names who loses what. The way back comes first. */
export function ConfirmPage({
	title,
	cancelHref,
	cancelLabel = 'Cancel',
	confirmLabel,
	intent,
	action,
	busyLabel,
	hidden = {},
	fields,
	children,
}: {
	title: string
	cancelHref: string
	cancelLabel?: string
	confirmLabel: string
	/** Sent as `intent` with the confirming button. */
	intent?: string
	/** Where the confirmation is sent; the page's own address unless said otherwise. */
	action?: string
	/** On the confirming button while the form is on its way. */
	busyLabel?: string
	/** Fields to fill in before confirming. */
	fields?: ReactNode
	/** Fields that travel with the confirmation. */
	hidden?: Record<string, string | number | readonly (string | number)[]>
	children: ReactNode
}) {
	return (
		<DialogPage title={title} backHref={cancelHref} backLabel={cancelLabel} narrow>
			<div className="grid gap-3">{children}</div>
			<form method="post" {...(action ? { action } : {})} className="form" data-enhance="submit-once">
				{Object.entries(hidden).flatMap(([name, value]) =>
					[value].flat().map(one => <input key={`${name}${one}`} type="hidden" name={name} value={one} />),
				)}
				{fields}
				<div className="actions">
					<ButtonLink variant="secondary" href={cancelHref} data-dialog-close>
						{cancelLabel}
					</ButtonLink>
					<Button
						variant="danger"
						data-busy={busyLabel}
						{...(intent ? { name: 'intent', value: intent } : {})}
					>
						{confirmLabel}
					</Button>
				</div>
			</form>
		</DialogPage>
	)
}
