import { Money } from '../money'

/** Figures between two lines, each with its name above and its parts below. A number is an amount in pence. */
export function FigureStrip({
	items,
}: {
	items: readonly (readonly [title: string, value: number | string, note: string])[]
}) {
	return (
		<dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] overflow-hidden border-b border-line text-xs/[1.4] text-muted">
			{items.map(([title, value, note]) => (
				<div
					key={title}
					className="border-t border-line px-[clamp(0.6rem,1.4vw,1rem)] py-2 shadow-[-1px_0_var(--line)] max-sm:last:odd:col-span-full"
				>
					<dt>{title}</dt>
					<dd className="figures font-serif text-lg/[1.2] text-fg wrap-anywhere">
						{typeof value === 'number' ? <Money pence={value} /> : value}
					</dd>
					<dd>{note}</dd>
				</div>
			))}
		</dl>
	)
}
