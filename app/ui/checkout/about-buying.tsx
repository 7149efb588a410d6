import type { ComponentProps, ReactNode } from 'react'
import { formatPixelCount } from '~/domain/grid/cell-names'
import { REPLACE_PATH } from '~/domain/orders/rules'
import { GridFigures } from '~/ui/grid/figures'
import { Money } from '~/ui/money'
import { Notice } from '~/ui/notice'

type Props = Pick<ComponentProps<typeof GridFigures>, 'prices' | 'figures'> & {
	open: { reference: string; totalPence: number; count: number } | null
}

/** Content below the buyer's grid: the open checkout, and the grid in figures. */
export function AboutBuying({ open, prices, figures }: Props) {
	return (
		<>
			{open ? (
				<Notice title="A checkout of yours is open">
					<p>
						{formatPixelCount(open.count)}, <Money pence={open.totalPence} />, reference{' '}
						<span className="figures font-semibold">{open.reference}</span>. Buying other pixels replaces it;
						while its hold runs, we ask you first.
					</p>
				</Notice>
			) : null}
			<GridFigures prices={prices} figures={figures} />
		</>
	)
}

/** Confirms in a dialog, with scripts, before a purchase ends the hold of another checkout. */
export function WithReplaceDialog({ isHeld, children }: { isHeld: boolean; children: ReactNode }) {
	return isHeld ? (
		<dialog-form confirmation={REPLACE_PATH} intent="buy">
			{children}
		</dialog-form>
	) : (
		children
	)
}
