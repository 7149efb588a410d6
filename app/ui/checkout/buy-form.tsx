import type { ComponentProps, ReactNode } from 'react'
import { REPLACE_PATH } from '~/domain/orders/rules'
import { ToolPage, type ToolPageProps } from '~/ui/choosing/tool-page'
import { GridFigures } from '~/ui/grid/figures'
import { Money } from '~/ui/money'
import { Notice } from '~/ui/notice'

export type BuyFormProps = Pick<ComponentProps<typeof GridFigures>, 'prices' | 'figures'> & {
	tool: ToolPageProps['tool']
	/** The checkout that waits for its end. */
	open: { href: string; reference: string; totalPence: number; count: number; isHeld: boolean } | null
	/**
	 * Why a request was refused; `taken` names what stood in the way, `again` leads back to what else was asked for.
	 */
	problem?:
		| {
				message: string
				field: 'cell' | 'coordinates'
				taken?: string | undefined
				again?: Again | undefined
		  }
		| undefined
}

type Again = { href: string; count: number }

/** The page on which pixels are chosen, around the form of the cell selector. */
export function BuyForm({
	tool,
	open,
	problem,
	prices,
	figures,
	children,
}: BuyFormProps & { children: ReactNode }) {
	return (
		<>
			<ToolPage
				title="Buy Pixels"
				above={open ? <OpenCheckout {...open} /> : null}
				tool={tool}
				problem={problem}
				remedies={problem && itemsOf(problem)}
				around={form => <WithReplaceDialog isHeld={open?.isHeld === true}>{form}</WithReplaceDialog>}
			>
				{children}
			</ToolPage>
			<p className="text-muted">
				Choose pixels of one type that form a complete rectangle. You see the price, and what comes next,
				before you pay.
			</p>
			<GridFigures prices={prices} figures={figures} />
		</>
	)
}

/** With scripts, buying asks in a dialog before it ends the hold of another checkout. */
export function WithReplaceDialog({ isHeld, children }: { isHeld: boolean; children: ReactNode }) {
	return isHeld ? (
		<dialog-form asks={REPLACE_PATH} intent="buy">
			{children}
		</dialog-form>
	) : (
		children
	)
}

function itemsOf({ field, taken, again }: NonNullable<BuyFormProps['problem']>) {
	return [
		{
			id: field === 'cell' ? 'cells' : 'fromRow',
			text: taken
				? `${taken} Nothing is selected now.`
				: field === 'cell'
					? 'Nothing is selected now. Choose on the grid.'
					: 'Change the coordinates.',
		},
		...(again
			? [
					{
						href: again.href,
						text: `Go on from the ${again.count === 1 ? 'pixel' : `${again.count} pixels`} that you chose${taken ? ' and that can be had' : ''}.`,
					},
				]
			: []),
	]
}

function OpenCheckout({ href, reference, totalPence, count }: NonNullable<BuyFormProps['open']>) {
	return (
		<Notice title="A checkout of yours is open">
			<p>
				{count} {count === 1 ? 'pixel' : 'pixels'}, <Money pence={totalPence} />, reference{' '}
				<span className="figures font-semibold">{reference}</span>. Buying other pixels replaces it; while its
				hold runs, we ask you first.
			</p>
			<p>
				<a className="link link-alone" href={href}>
					Continue the checkout
				</a>
			</p>
		</Notice>
	)
}
