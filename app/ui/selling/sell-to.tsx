import type { SubmissionResult } from '@conform-to/react'
import type { ComponentProps } from 'react'
import type { Cell } from '~/domain/grid/layout'
import { rectanglesOf } from '~/domain/grid/selection/rectangle-rules'
import { countLabel } from '~/domain/orders/review/labels'
import { Button } from '../button'
import { Facts } from '../facts'
import { ConfirmPage } from '../forms/confirm-page'
import { CancelLink, DialogPage } from '../forms/dialog-page'
import { ErrorSummary } from '../forms/error-summary'
import { InputField } from '../forms/field'
import { usePageForm } from '../forms/restored'
import { Money } from '../money'
import { Places } from '../orders/places'
import { BuyerEmail, TransferTill } from './offer-fields'

type SellToProps = {
	title?: string
	/** For a loan of the house: the days between which it may end. */
	lends?: { first: string; last: string } | undefined
	/** A time may be set until which they are lent. */
	mayLend?: boolean
	cells: Cell[]
	/** Their list price. */
	pence: number
	/** This page's own address. */
	path: string
	/** The grid, with the same pixels chosen. */
	backHref: string
	answer:
		| {
				result: SubmissionResult | null
				title: string | undefined
				recipientEmail?: string | undefined
				/** Until when they are lent: as the field has it, and in words. */
				loan?: { typed: string; until: string } | undefined
		  }
		| undefined
}

/** To whom the chosen pixels are offered; then, with an address, whether that is what is meant. */
export function SellTo({ answer, ...props }: SellToProps) {
	const email = answer?.recipientEmail
	const chosen = { title: 'Sell Pixels', ...props, loan: answer?.loan }
	return email === undefined ? (
		<Recipient {...chosen} result={answer?.result ?? null} failed={answer?.title} />
	) : (
		<Confirm {...chosen} email={email} />
	)
}

type Chosen = Omit<SellToProps, 'answer' | 'title'> & {
	title: string
	loan: { typed: string; until: string } | undefined
}

function Recipient({
	result,
	failed,
	...chosen
}: Chosen & { result: SubmissionResult | null; failed: string | undefined }) {
	const [form, fields] = usePageForm<{ buyer_email: string; transfer_till: string }>({
		id: 'recipient',
		lastResult: result,
		// The server's messages are fixed (P49); the browser's own would hide all but one of them.
		defaultNoValidate: true,
	})
	return (
		<DialogPage title={chosen.title} backHref={chosen.backHref} narrow>
			<ErrorSummary form={form} title={failed} />
			<Offered {...chosen} />
			<form id={form.id} method="post" action={chosen.path} noValidate={form.noValidate} className="form">
				<BuyerEmail
					field={fields.buyer_email}
					help="One address. Somebody who has no account yet can make one, and finds the invitation there."
				/>
				{chosen.lends || chosen.mayLend ? (
					<LoanDate field={fields.transfer_till} days={chosen.lends} />
				) : null}
				<div className="actions">
					<Button name="intent" value="proceed">
						Proceed
					</Button>
					<CancelLink href={chosen.backHref} variant="quiet" />
				</div>
			</form>
		</DialogPage>
	)
}

function LoanDate({
	field,
	days,
}: {
	field: ComponentProps<typeof InputField>['field']
	days: { first: string; last: string } | undefined
}) {
	return days ? (
		<InputField
			field={field}
			label="Expiry date"
			type="date"
			min={days.first}
			max={days.last}
			help="London time. The pixels come back at the end of this day, with what they show now."
		/>
	) : (
		<TransferTill field={field} />
	)
}

function Confirm({ email, ...chosen }: Chosen & { email: string }) {
	const { loan } = chosen
	return (
		<ConfirmPage
			title="Are you sure?"
			cancelHref={chosen.backHref}
			confirmLabel={loan ? 'Yes, lend them!' : 'Yes, list for sale!'}
			busyLabel="Sending…"
			variant="primary"
			action={chosen.path}
			hidden={{ buyer_email: email, ...(loan ? { transfer_till: loan.typed } : {}) }}
		>
			{loan ? null : <p>Once listed for sale, this action cannot be undone!</p>}
			<h2>Please Check Details</h2>
			<Offered {...chosen} email={email} />
			<p className="help">
				Until the invitation is answered the pixels stay yours, but cannot be managed or offered to anybody
				else.{' '}
				{loan
					? `When it is accepted they are lent until ${loan.until}, and then show again what they show now.`
					: 'When it is accepted the transfer is permanent, and what they show is taken off the grid.'}
			</p>
		</ConfirmPage>
	)
}

function Offered({
	cells,
	pence,
	loan,
	email,
}: Pick<Chosen, 'cells' | 'pence' | 'loan'> & { email?: string }) {
	return (
		<div className="grid gap-3">
			<Facts
				items={{
					Email: email,
					'Total Pixels': countLabel(cells.length),
					'Lent until': loan?.until,
					'List price': <Money pence={pence} words />,
				}}
			/>
			<Places areas={rectanglesOf(cells)} />
		</div>
	)
}
