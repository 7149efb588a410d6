import type { SubmissionResult } from '@conform-to/react'
import type { Cell } from '~/domain/grid/layout'
import { rectanglesOf } from '~/domain/grid/rectangle-rules'
import { pixels } from '~/domain/orders/review/labels'
import { dayText } from '~/domain/time'
import { Button, ButtonLink } from '../button'
import { usePageForm } from '../carried'
import { ConfirmPage } from '../confirm-page'
import { DialogPage } from '../dialog-page'
import { ErrorSummary } from '../error-summary'
import { Facts } from '../facts'
import { InputField } from '../field'
import { Money } from '../money'
import { Places } from '../orders/places'

type SellToProps = {
	title?: string
	/** For a loan: the days between which it may end. */
	lends?: { first: string; last: string } | undefined
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
				till?: string | undefined
		  }
		| undefined
}

/**
 * To whom the chosen pixels are offered; then, with an address, whether that is what is meant (specification 2, section
 * 4).
 */
export function SellTo({ answer, ...props }: SellToProps) {
	const email = answer?.recipientEmail
	const chosen = { title: 'Sell Pixels', ...props, till: answer?.till }
	return email === undefined ? (
		<Recipient {...chosen} result={answer?.result ?? null} failed={answer?.title} />
	) : (
		<Confirm {...chosen} email={email} />
	)
}

type Chosen = Omit<SellToProps, 'answer' | 'title'> & { title: string; till: string | undefined }

function Recipient({
	result,
	failed,
	...chosen
}: Chosen & { result: SubmissionResult | null; failed: string | undefined }) {
	const [form, fields] = usePageForm<{ buyer_email: string; transfer_till: string }>({
		id: 'recipient',
		lastResult: result,
		// The messages of the specification are the server's; the browser's own would hide all but one of them.
		defaultNoValidate: true,
	})
	return (
		<DialogPage title={chosen.title} backHref={chosen.backHref} narrow>
			<ErrorSummary form={form} title={failed} />
			<Offered {...chosen} />
			<form id={form.id} method="post" action={chosen.path} noValidate={form.noValidate} className="form">
				<InputField
					field={fields.buyer_email}
					label="Email of the buyer"
					type="email"
					inputMode="email"
					autoComplete="off"
					maxLength={254}
					help="One address. Somebody who has no account yet can make one, and finds the invitation there."
				/>
				{chosen.lends ? (
					<InputField
						field={fields.transfer_till}
						label="Expiry date"
						type="date"
						min={chosen.lends.first}
						max={chosen.lends.last}
						help="London time. The pixels come back at the end of this day, with what they show now."
					/>
				) : null}
				<div className="actions">
					<Button name="intent" value="proceed">
						Proceed
					</Button>
					<close-link>
						<ButtonLink variant="quiet" href={chosen.backHref}>
							Cancel
						</ButtonLink>
					</close-link>
				</div>
			</form>
		</DialogPage>
	)
}

function Confirm({ email, ...chosen }: Chosen & { email: string }) {
	return (
		<ConfirmPage
			title="Are you sure?"
			cancelHref={chosen.backHref}
			confirmLabel={chosen.till === undefined ? 'Yes, list for sale!' : 'Yes, lend them!'}
			busyLabel="Sending…"
			intent="confirm"
			variant="primary"
			action={chosen.path}
			hidden={{ buyer_email: email, ...(chosen.till === undefined ? {} : { transfer_till: chosen.till }) }}
		>
			{chosen.till === undefined ? <p>Once listed for sale, this action cannot be undone!</p> : null}
			<h2>Please Check Details</h2>
			<Offered {...chosen} email={email} />
			<p className="help">
				Until the invitation is answered the pixels stay yours, but cannot be managed or offered to anybody
				else.{' '}
				{chosen.till === undefined
					? 'When it is accepted they pass on for good, and what they show is taken off the grid.'
					: 'When it is accepted they are lent until the end of that day, and then show again what they show now.'}
			</p>
		</ConfirmPage>
	)
}

function Offered({
	cells,
	pence,
	till,
	email,
}: Pick<Chosen, 'cells' | 'pence' | 'till'> & { email?: string }) {
	return (
		<div className="grid gap-3">
			<Facts
				items={[
					...(email === undefined
						? []
						: [
								[
									'Email',
									<span key="email" className="wrap-anywhere">
										{email}
									</span>,
								] as const,
							]),
					['Total Pixels', pixels(cells.length)],
					...(till === undefined ? [] : [['Until the end of', dayText(till)] as const]),
					['List price', <Money key="price" pence={pence} words />],
				]}
			/>
			<Places areas={rectanglesOf(cells)} />
		</div>
	)
}
