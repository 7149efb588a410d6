import type { ComponentProps, ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { orderPath, type ReviewFilter, readList } from '~/domain/orders/review/schema'
import { REVIEW_FAILED } from '~/domain/orders/rules'
import type { RefusedForm } from '~/server/forms/form.server'
import { ButtonLink } from '../button'
import { ConfirmPage } from '../forms/confirm-page'
import { DialogPage } from '../forms/dialog-page'
import type { TableForm } from '../forms/table-form'
import { Notice } from '../notice'

type Props = Omit<ComponentProps<typeof ConfirmPage>, 'cancelHref' | 'form' | 'response'> &
	Partial<Pick<ComponentProps<typeof TableForm>, 'table' | 'values'>> & {
		order: { id: string; version: number }
		/** The page to return to, by default the order's. */
		backHref?: string
		/** Why the decision is not possible. */
		refused: string | undefined
		response: RefusedForm | undefined
		/** The input, to repeat it if this decision is no longer possible; by default that of the table. */
		typed?: string
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
	response,
	typed = Object.keys(table)
		.flatMap(name => response?.result.initialValue?.[name] ?? [])
		.join(' · '),
	instead,
	children,
	...confirm
}: Props) {
	const list = useList()
	const path = backHref ?? orderPath(order.id, list)
	const [message] = response?.result.error?.[''] ?? []
	// A field can be corrected, and a failure repeated.
	const canTryAgain = message === undefined || response?.code === 'unexpected'
	if (refused === undefined && canTryAgain) {
		return (
			<ConfirmPage
				{...confirm}
				cancelHref={path}
				hidden={{ version: order.version, ...hidden }}
				form={{ id: 'decision', table, values }}
				response={response && { ...response, title: message && failed }}
			>
				{children}
			</ConfirmPage>
		)
	}
	return (
		<DialogPage title={confirm.title} backHref={path} narrow>
			<Notice tone="error" title={failed}>
				<p>{message ?? refused}</p>
			</Notice>
			{response && typed ? (
				<p className="wrap-anywhere">
					You had typed: <q className="whitespace-pre-line">{typed}</q>
				</p>
			) : null}
			<div className="actions">
				<ButtonLink href={orderPath(order.id, list)}>See the transaction</ButtonLink>
				{instead}
			</div>
		</DialogPage>
	)
}

/** The fields of a payment that an administrator books by hand; the server says what is missing. */
export const BOOKING_FIELDS = {
	amount: { label: 'Amount in pounds', required: false, inputMode: 'decimal', autoComplete: 'off' },
	bank_reference: { label: 'Bank reference', required: false, autoComplete: 'off', maxLength: 140 },
} as const

/** Returns the list of transactions from which the order of this page was opened, if any. */
export function useList(): ReviewFilter | undefined {
	const [searchParams] = useSearchParams()
	return readList({ searchParams })
}
