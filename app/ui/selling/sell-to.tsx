import type { SubmissionResult } from '@conform-to/react'
import { formatPixelCount } from '~/domain/grid/cell-names'
import type { Cell } from '~/domain/grid/layout'
import type { Surroundings } from '~/domain/grid/surroundings'
import type { RefusedForm } from '~/server/forms/form.server'
import { Facts } from '../facts'
import { ConfirmPage } from '../forms/confirm-page'
import { FormPage } from '../forms/form-page'
import { PlaceCard } from '../grid/place-card'
import { Money } from '../money'
import { Places } from '../orders/places'
import { BUYER_EMAIL, TRANSFER_TILL } from './offer-fields'

type SellToProps = {
	title: string
	/** For a loan of the house: the days between which it may end. */
	lends?: { first: string; last: string } | undefined
	/** Whether a date may be set until which they are lent. */
	mayLend?: boolean
	cells: Cell[]
	/** The cells among their neighbours; null without cells. */
	place: Surroundings | null
	/** Their list price. */
	pence: number
	/** This page's own address. */
	path: string
	/** The grid, with the same pixels selected. */
	backHref: string
	response:
		| {
				result: SubmissionResult | null
				title: string | undefined
				recipientEmail?: string | undefined
				/** Until when they are lent: as typed, and as text. */
				loan?: { typed: string; until: string } | undefined
		  }
		| undefined
}

/** Asks for the recipient of the selected pixels, then for confirmation. */
export function SellTo({ response, ...props }: SellToProps) {
	const { recipientEmail: email, result, title: failed } = response ?? {}
	const chosen = { ...props, loan: response?.loan }
	return email === undefined ? (
		<Recipient {...chosen} refused={result ? { result, title: failed } : undefined} />
	) : (
		<Confirm {...chosen} email={email} />
	)
}

type Chosen = Omit<SellToProps, 'response'> & {
	loan: { typed: string; until: string } | undefined
}

function Recipient({ refused, ...chosen }: Chosen & { refused: RefusedForm | undefined }) {
	const { lends: days, mayLend, title, backHref, path } = chosen
	const help = 'One address. Somebody who has no account yet can make one, and finds the invitation there.'
	const loan = days ? { ...EXPIRY_DATE, min: days.first, max: days.last } : mayLend && TRANSFER_TILL
	return (
		<FormPage
			title={title}
			backHref={backHref}
			id="recipient"
			action={path}
			table={{ buyer_email: { ...BUYER_EMAIL, help }, ...(loan ? { transfer_till: loan } : {}) }}
			refused={refused}
			noValidate
			above={<Offered {...chosen} />}
			save="Proceed"
			saveIntent="proceed"
			busy="Checking..."
		/>
	)
}

const EXPIRY_DATE = {
	label: 'Expiry date',
	type: 'date',
	help: 'London time. The pixels come back at the end of this day, with what they show now.',
}

function Confirm({ email, ...chosen }: Chosen & { email: string }) {
	const { loan, mayLend } = chosen
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
			{loan && mayLend ? <p>A loan cannot be recalled: it lasts until {loan.until}.</p> : null}
			<h2>Please Check Details</h2>
			<Offered {...chosen} email={email} />
			<p className="help">
				Until the invitation is answered the pixels stay yours, but cannot be managed or offered to anybody
				else.{' '}
				{loan
					? `When it is accepted they are lent until ${loan.until}. What they show now is taken off the grid until then, and is shown again afterwards.`
					: 'When it is accepted the transfer is permanent, and what they show is taken off the grid.'}
			</p>
		</ConfirmPage>
	)
}

function Offered({
	cells,
	place,
	pence,
	loan,
	email,
}: Pick<Chosen, 'cells' | 'place' | 'pence' | 'loan'> & { email?: string }) {
	return (
		<div className="grid gap-3">
			{place ? <PlaceCard place={place} title="The place" /> : null}
			<Facts
				items={{
					Email: email,
					'Total Pixels': formatPixelCount(cells.length),
					'Lent until': loan?.until,
					'List price': <Money pence={pence} words />,
				}}
			/>
			<Places cells={cells} />
		</div>
	)
}
