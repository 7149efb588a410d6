import { nameCells } from '~/domain/orders/rules'
import { Notice } from '../notice'
import { Countdown, Time } from '../time'

export type HoldView =
	| { kind: 'held'; until: number }
	| { kind: 'free'; ranOutAt: number | null; coolingUntil: number | null }
	| { kind: 'gone'; gone: number[] }

/** Whether the buyer's pixels are on hold, until when, and what it means if they are not. */
export function HoldNotice({
	situation,
	replaced,
	firstStep,
}: {
	situation: HoldView
	/** A newer checkout of this account took this one's place. */
	replaced: boolean
	/** Where "Next" takes a new hold. */
	firstStep: string
}) {
	if (situation.kind === 'gone') return <Gone gone={situation.gone} />
	if (situation.kind === 'held') {
		return (
			<Notice tone="success" title="Your pixels are on hold for you">
				<p>
					Nobody else can buy them until <Time at={situation.until} />.
					<span className="with-scripts">
						{' '}
						Time left:{' '}
						<strong>
							<Countdown until={situation.until} over="none, the hold has run out" />
						</strong>
					</span>
				</p>
			</Notice>
		)
	}
	return (
		<Notice tone="warning" title="Your pixels are not on hold">
			{replaced ? (
				<p>A newer checkout of yours has replaced this one, so its pixels are free for everybody.</p>
			) : situation.ranOutAt !== null ? (
				<p>
					The hold ended at <Time at={situation.ranOutAt} />.
				</p>
			) : null}
			<p>
				They are still available, and they are yours the moment your receipt arrives here, if nobody has
				bought them before.
			</p>
			{situation.coolingUntil !== null ? (
				<p>
					You have held them already, so they cannot be held for you again before{' '}
					<Time at={situation.coolingUntil} />.
				</p>
			) : replaced ? null : (
				<p>
					<a className="link" href={firstStep}>
						Put them on hold again at the first step
					</a>
				</p>
			)}
		</Notice>
	)
}

function Gone({ gone }: { gone: readonly number[] }) {
	return (
		<Notice tone="error" title="These pixels have gone to another buyer">
			<p className="first-letter:uppercase">{nameCells(gone)}.</p>
			<p>
				Please do not transfer any money for this order. If you have already done so, send us the receipt at
				the last step: your order is kept with it, and we refund you in full.
			</p>
			<p>
				<a className="link" href="/user/pixels/buy">
					Choose other pixels
				</a>
			</p>
		</Notice>
	)
}
