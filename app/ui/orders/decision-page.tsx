import type { ComponentProps, ReactNode } from 'react'
import { orderPath } from '~/domain/orders/review/schema'
import { REVIEW_FAILED } from '~/domain/orders/rules'
import type { RefusedDecision } from '~/server/http/responses.server'
import { ButtonLink } from '../button'
import { ConfirmPage } from '../forms/confirm-page'
import { DialogPage } from '../forms/dialog-page'
import type { TableForm } from '../forms/table-form'
import { useList } from '../lists/use-list'
import { Notice } from '../notice'

type Props = Omit<ComponentProps<typeof ConfirmPage>, 'cancelHref' | 'form'> &
	Partial<Pick<ComponentProps<typeof TableForm>, 'table' | 'values'>> & {
		order: { id: string; version: number }
		/** The page to return to, by default the order's. */
		backHref?: string
		/** Why the decision is not possible. */
		refused: string | undefined
		/** Why it was refused. */
		response: Partial<RefusedDecision> | undefined
		/** Other decisions, if this one is not possible. */
		instead?: ReactNode
	}

/**
 * An administrator's decision about an order, with the version that was shown; or why it is not possible. The input
 * stays on the page.
 */
export function DecisionPage({
	order,
	table = {},
	values = {},
	backHref,
	hidden,
	failed = REVIEW_FAILED.decide,
	refused,
	response = {},
	instead,
	children,
	...confirm
}: Props) {
	const list = useList()
	const path = backHref ?? orderPath(order.id, list)
	const { form: result } = response
	const why = response.refused ?? refused
	const notice =
		why && !result?.error ? (
			<Notice tone="error" title={failed}>
				<p>{why}</p>
			</Notice>
		) : null
	if (refused === undefined && (response.refused === undefined || response.canTryAgain)) {
		return (
			<ConfirmPage
				{...confirm}
				cancelHref={path}
				hidden={{ version: order.version, ...hidden }}
				form={{ id: 'decision', table, values, refused: result && { result, title: undefined } }}
			>
				{notice}
				{children}
			</ConfirmPage>
		)
	}
	return (
		<DialogPage title={confirm.title} backHref={path} narrow>
			{notice}
			{response.typed ? (
				<p className="wrap-anywhere">
					You had typed: <q className="whitespace-pre-line">{response.typed}</q>
				</p>
			) : null}
			<div className="actions">
				<ButtonLink href={orderPath(order.id, list)}>See the transaction</ButtonLink>
				{instead}
			</div>
		</DialogPage>
	)
}
