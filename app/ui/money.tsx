import { abbreviatePounds, formatMillions, formatPounds, poundsInWords } from '~/domain/money'

/**
 * An amount in pence. `full` is '£4,000,000', `short` '£4M', `millions` '£4.00 M' (`decimals` 1 on dashboards); `words` adds
 * 'four million pounds' where much is at stake.
 */
export function Money({
	pence,
	look = 'full',
	decimals = 2,
	words = false,
}: {
	pence: number
	look?: 'full' | 'short' | 'millions'
	decimals?: 1 | 2
	words?: boolean
}) {
	const text =
		look === 'millions'
			? formatMillions(pence, decimals)
			: look === 'short'
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
