import { abbreviatePounds, formatMillions, formatPounds, poundsInWords } from '~/domain/money'

/**
 * An amount in pence, as docs/decisions/0065 says: `full` ('£4,000,000') for what somebody pays, gets or
 * owes, with `words` ('four million pounds') where much is at stake; `millions` ('£4.00 M', with `decimals`
 * 1 '£4.0 M') and `short` ('£4M') on cards and dashboards, which are in full too where they
 * would not be exact.
 */
export function Money({
	pence,
	format = 'full',
	decimals = 2,
	words = false,
}: {
	pence: number
	format?: 'full' | 'short' | 'millions'
	decimals?: 1 | 2
	words?: boolean
}) {
	const text =
		format === 'millions'
			? formatMillions(pence, decimals)
			: format === 'short'
				? abbreviatePounds(pence)
				: formatPounds(pence)
	return (
		<>
			<data className="whitespace-nowrap" value={(pence / 100).toFixed(2)}>
				{text}
			</data>
			{words ? <span className="text-muted"> · {poundsInWords(pence)}</span> : null}
		</>
	)
}
