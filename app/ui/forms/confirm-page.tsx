import type { ComponentProps, ReactNode } from 'react'
import type { RefusedForm } from '~/server/forms/form.server'
import { Button, type ButtonVariant } from '../button'
import { Notice } from '../notice'
import { CancelLink, DialogPage } from './dialog-page'
import { TableForm } from './table-form'

type ConfirmPageProps = {
	title: string
	cancelHref: string
	cancelLabel?: string
	confirmLabel: string
	/** The `intent` of the confirming button. */
	intent?: string
	/** The label of the confirming button while the form is being sent. */
	busyLabel?: string
	/** The variant of the confirming button. */
	variant?: ButtonVariant
	/** The address the form is sent to, by default the page's own. */
	action?: string
	/** A further action. It follows the confirmation, so that Enter confirms. */
	further?: ReactNode
	/** Fields to fill in before confirming, and the id of the form. */
	form?: Pick<ComponentProps<typeof TableForm>, 'id' | 'table' | 'values'>
	/** The refused confirmation. */
	response?: RefusedForm | undefined
	/** As wide as a form, instead of as wide as a table. */
	narrow?: boolean
	/** Hidden fields of the confirmation. */
	hidden?: Record<string, string | number | readonly (string | number)[]>
	/** A problem with the step, and the title of the message. */
	refused?: string | undefined
	failed?: string | undefined
	children: ReactNode
	/** A long list of what is confirmed, below the buttons. */
	below?: ReactNode
}

/** Confirms a step that is final or takes something away, and says what it does. The link back comes first. */
export function ConfirmPage({
	title,
	cancelHref,
	cancelLabel = 'Cancel',
	confirmLabel,
	intent = 'confirm',
	action,
	busyLabel = 'Processing...',
	variant = 'danger',
	narrow = true,
	hidden = {},
	further,
	form = { id: 'confirm', table: {} },
	response,
	refused,
	failed,
	children,
	below,
}: ConfirmPageProps) {
	return (
		<DialogPage title={title} backHref={cancelHref} backLabel={cancelLabel} narrow={narrow}>
			<div className="grid gap-3">
				{refused ? (
					<Notice tone="error" title={failed}>
						<p>{refused}</p>
					</Notice>
				) : null}
				{children}
			</div>
			<TableForm {...form} refused={response} {...(action === undefined ? {} : { action })}>
				{Object.entries(hidden).flatMap(([name, value]) =>
					[value].flat().map((item, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: the same value may travel twice, and stays where it is
						<input key={`${name}${index}`} type="hidden" name={name} value={item} />
					)),
				)}
				<div className="actions">
					<CancelLink href={cancelHref}>{cancelLabel}</CancelLink>
					<Button variant={variant} name="intent" value={intent} busy={busyLabel}>
						{confirmLabel}
					</Button>
					{further}
				</div>
			</TableForm>
			{below}
		</DialogPage>
	)
}
