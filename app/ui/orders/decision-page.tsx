import type { ComponentProps } from 'react'
import { ButtonLink } from '../button'
import { ConfirmPage } from '../confirm-page'
import { DialogPage } from '../dialog-page'
import { Notice } from '../notice'

type Props = Omit<ComponentProps<typeof ConfirmPage>, 'cancelHref' | 'hidden' | 'busyLabel'> & {
	order: { id: string; version: number }
	/** Why this cannot be decided, or was not. */
	refused: string | undefined
}

/** An administrator's decision about an order, with the version that was seen; or why there is none to take. */
export function DecisionPage({ order, refused, ...confirm }: Props) {
	const path = `/admin/transactions/${order.id}`
	if (refused === undefined) {
		const hidden = { version: order.version }
		return <ConfirmPage {...confirm} cancelHref={path} hidden={hidden} busyLabel="Processing..." />
	}
	return (
		<DialogPage title={confirm.title} backHref={path} narrow>
			<Notice tone="error" title="Failed to update payment status">
				<p>{refused}</p>
			</Notice>
			<div className="actions">
				<ButtonLink href={path}>See the transaction</ButtonLink>
			</div>
		</DialogPage>
	)
}
