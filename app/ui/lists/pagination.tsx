import { Icon } from '../icon'

type Props = {
	page: number
	pageCount: number
	href: (page: number) => string
	/** 'Showing X to Y of N results'. */
	results: { from: number; to: number; total: number }
	noun?: string
	/** A link to the other order of the list. */
	order?: { title: string; href: string } | undefined
	/** The page sizes: each with its address, null for the current one. */
	sizes?: { size: number; href: string | null }[] | undefined
}

/** 'Page X of Y' between links to the neighbours, and the number of results. Pages count from 1. */
export function Pagination({ page, pageCount, href, results, noun = 'results', order, sizes }: Props) {
	return (
		<nav
			aria-label="Pages"
			className="flex flex-wrap items-center justify-between gap-x-6 px-[min(1.25rem,6.25vw)] py-3 text-sm"
		>
			<div className="flex flex-wrap items-center gap-x-6">
				<p className="figures text-muted">
					{`Showing ${text(results.from)} to ${text(results.to)} of ${text(results.total)} ${noun}`}
				</p>{' '}
				{order ? (
					<a className="btn btn-quiet -mx-2" href={order.href}>
						{order.title}
					</a>
				) : null}
				{sizes ? (
					<span className="flex flex-wrap items-center max-md:hidden">
						<span className="pr-2 text-muted">Rows</span>{' '}
						{sizes.map(({ size, href: to }) => (
							<a
								key={size}
								className="btn btn-quiet px-2 aria-[current]:rounded-none aria-[current]:text-fg aria-[current]:no-underline aria-[current]:shadow-[inset_0_-2px_0_var(--accent)]"
								href={to ?? undefined}
								aria-current={to ? undefined : 'true'}
							>
								{size}
								<span className="sr-only"> rows a page</span>
							</a>
						))}
					</span>
				) : null}
			</div>
			<div className="flex flex-wrap items-center gap-x-4 sm:gap-x-6">
				{pageCount > 1 ? <Step label="Previous" to={page > 1 ? href(page - 1) : null} /> : null}{' '}
				<span className="figures whitespace-nowrap">
					Page {text(page)} of {text(Math.max(pageCount, 1))}
				</span>{' '}
				{pageCount > 1 ? <Step label="Next" to={page < pageCount ? href(page + 1) : null} /> : null}
			</div>
		</nav>
	)
}

/* Created once: toLocaleString looks for a formatter each time. */
const { format: text } = new Intl.NumberFormat('en-GB')

function Step({ label, to }: { label: 'Previous' | 'Next'; to: string | null }) {
	const words = (
		<>
			{label === 'Previous' ? <Icon name="back" size={16} /> : null}
			{label}
			{label === 'Next' ? <Icon name="forward" size={16} /> : null}
		</>
	)
	if (!to) return <span className="btn btn-quiet invisible -mx-2 max-sm:hidden">{words}</span>
	return (
		<a className="btn btn-quiet -mx-2" href={to} rel={label === 'Next' ? 'next' : 'prev'}>
			{words}
		</a>
	)
}
