import type { ReactNode } from 'react'
import { ButtonLink, type ButtonVariant } from '../button'
import { Icon } from '../icon'
import { pageTitle } from '../layout/page-meta'

/** A page at its own address, which scripts show as a dialog over the page before it. */
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
			className={`w-full ${narrow ? 'max-w-form' : wide ? 'max-w-page' : 'max-w-sheet'}`}
			aria-labelledby="dialog-title"
		>
			{documentTitle === null ? null : <title>{pageTitle(documentTitle)}</title>}
			<div className="flex flex-row-reverse items-center justify-end gap-2 overlay:flex-row overlay:justify-between overlay:border-b overlay:border-line overlay:px-5 overlay:py-4 overlay:sm:px-8">
				<h1 id="dialog-title">{title}</h1>
				<close-link>
					<a
						className="icon-btn no-print -ml-3 flex-none overlay:-mr-2"
						href={backHref}
						aria-label={backLabel}
					>
						<span className="overlay:hidden">
							<Icon name="back" />
						</span>
						<span className="hidden overlay:inline">
							<Icon name="close" />
						</span>
					</a>
				</close-link>
			</div>
			<div className="grid gap-6 pt-6 overlay:px-5 overlay:pb-6 overlay:sm:px-8">
				{intro ? <p className="max-w-text text-sm text-muted">{intro}</p> : null}
				{children}
			</div>
		</dialog-page>
	)
}

type CancelLinkProps = {
	href: string
	variant?: ButtonVariant
	children?: string
}

/** A link back from the form of such a page; over another page it closes the dialog. */
export function CancelLink({ href, variant = 'secondary', children = 'Cancel' }: CancelLinkProps) {
	return (
		<close-link>
			<ButtonLink variant={variant} href={href}>
				{children}
			</ButtonLink>
		</close-link>
	)
}
