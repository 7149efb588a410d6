import type { ReactNode } from 'react'
import { ButtonLink, type ButtonVariant } from '../button'
import { Icon } from '../icon'
import { pageTitle } from '../layout/page-meta'

/** A page at its own address that reads as a dialog. */
export function DialogPage({
	title,
	documentTitle = title,
	backHref,
	backLabel = 'Close',
	intro,
	narrow = false,
	wide = false,
	children,
}: {
	title: string
	/** The document title; null if the route has metadata of its own. */
	documentTitle?: string | null | undefined
	/** The page this one is opened over. */
	backHref: string
	backLabel?: string
	intro?: ReactNode
	narrow?: boolean
	wide?: boolean
	children: ReactNode
}) {
	return (
		<dialog-page
			role="region"
			className={`sheet mx-auto my-4 block w-full ${narrow ? 'max-w-form' : wide ? 'max-w-page' : 'max-w-sheet'}`}
			aria-labelledby="dialog-title"
		>
			{documentTitle === null ? null : <title>{pageTitle(documentTitle)}</title>}
			<div className="flex items-center justify-between gap-4 border-b border-line px-5 py-4 sm:px-8">
				<h1 id="dialog-title">{title}</h1>
				<close-link>
					<a className="icon-btn no-print -mr-2 flex-none" href={backHref} aria-label={backLabel}>
						<Icon name="close" />
					</a>
				</close-link>
			</div>
			<div className="grid gap-6 px-5 py-6 sm:px-8">
				{intro ? <p className="max-w-text text-sm text-muted">{intro}</p> : null}
				{children}
			</div>
		</dialog-page>
	)
}

/** A link back from the form of such a page; over another page it closes the dialog. */
export function CancelLink({
	href,
	variant = 'secondary',
	children = 'Cancel',
}: {
	href: string
	variant?: ButtonVariant
	children?: string
}) {
	return (
		<close-link>
			<ButtonLink variant={variant} href={href}>
				{children}
			</ButtonLink>
		</close-link>
	)
}
