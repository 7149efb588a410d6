import type { ReactNode } from 'react'
import { pageTitle } from './page-meta'

/** The header of a page in the signed-in areas: a link back, the title, an introduction and actions. */
export function PageTitle({
	title,
	prefix,
	documentTitle = prefix ? `${prefix} ${title}` : title,
	back,
	intro,
	actions,
}: {
	title: string
	/** Read by screen readers before the title. */
	prefix?: string
	/** The document title, if different. */
	documentTitle?: string | undefined
	back?: { href: string; title: string }
	intro?: ReactNode
	actions?: ReactNode
}) {
	return (
		<header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 office:not-has-[nav]:md:flex-nowrap office:min-h-10 office:items-center office:gap-x-4 office:gap-y-1">
			<title>{pageTitle(documentTitle)}</title>
			<div className="grid max-w-text gap-2 office:flex office:max-w-none office:flex-wrap office:items-baseline office:gap-x-4 office:gap-y-0 office:max-md:gap-y-1 office:text-(length:--text-xs)">
				{back ? (
					<span className="office:max-md:basis-full">
						<a className="link link-alone" href={back.href}>
							{back.title}
						</a>
					</span>
				) : null}
				<h1>
					{prefix ? <span className="sr-only">{prefix} </span> : null}
					{title}
				</h1>
				{intro ? <p className="text-sm text-muted">{intro}</p> : null}
			</div>
			{actions ? (
				<div className="actions office:md:max-w-1/2 office:md:shrink-0 office:has-[nav]:max-md:flex-[1_0_100%] office:[&_nav]:flex-1 office:[&_nav]:justify-between">
					{actions}
				</div>
			) : null}
		</header>
	)
}
