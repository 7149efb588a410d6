import { abbreviatePounds, formatMillions, formatPounds, poundsInWords } from '~/domain/money'

type Props = {
	pence: number
	format?: 'full' | 'short' | 'millions'
	decimals?: 1 | 2
	words?: boolean
}

/**
 * An amount in pence, formatted as in docs/decisions/0065: `full` ('£4,000,000') for what somebody pays, receives or
 * owes, with `words` ('four million pounds') for confirmations; `millions` ('£4.00 M', with `decimals` 1 '£4.0 M') and
 * `short` ('£4M') on cards and dashboards, in full where they would not be exact.
 */
export function Money({ pence, format = 'full', decimals = 2, words = false }: Props) {
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
