import type { ReactNode } from 'react'
import { withRedirectTo } from '~/domain/accounts/sign-in/login-links'
import { formatPixelCount } from '~/domain/grid/cell-names'
import type { Chosen } from '~/domain/grid/chosen.server'
import { cellsByIds } from '~/domain/grid/layout'
import { describeLotSize } from '~/domain/grid/lot'
import { Engraved } from '~/ui/grid/engraved'
import { PlaceCard } from '~/ui/grid/place-card'
import { Money } from '~/ui/money'
import { Button, ButtonLink } from '../button'
import { Icon } from '../icon'
import { pageTitle } from './page-meta'

type AuthPageProps = {
	title: string
	intro?: ReactNode
	/** The selection that the visitor needs an account for. */
	chosen?: Chosen | null
	/** The link above the title to the previous step. */
	back?: { href: string; label: string }
	/** Whether search engines may list it, with the route's own metadata. */
	isListed?: boolean
	/** The cells that the engraving beside it lights, by their ids. */
	lit?: readonly number[]
	children: ReactNode
}

/** The card on which accounts are opened and entered: a title, an introduction, one form. */
export function AuthPage({ title, intro, back, chosen, isListed = false, lit, children }: AuthPageProps) {
	const card = (
		<section className="sheet mx-auto grid w-full max-w-form gap-7 px-5 py-8 sm:px-9 sm:py-10 lg:mx-0">
			{isListed ? null : (
				<>
					<title>{pageTitle(title)}</title>
					<meta name="robots" content="noindex" />
				</>
			)}
			<header className="grid gap-3">
				{back ? (
					<a
						className="-mt-3 -ml-1 inline-flex min-h-11 items-center gap-2 justify-self-start text-sm text-muted hover:text-accent"
						href={back.href}
					>
						<Icon name="back" size={18} />
						{back.label}
					</a>
				) : null}
				<h1>{title}</h1>
				{intro ? <div className="text-sm text-muted">{intro}</div> : null}
			</header>
			{children}
		</section>
	)
	if (!chosen) return <Engraved cells={lit && cellsByIds(lit)}>{card}</Engraved>
	return (
		<div className="auth-columns wrap py-10 md:py-14">
			<ChosenPlace {...chosen} />
			{card}
		</div>
	)
}

function ChosenPlace({ cells, place, pence, isOffered }: Chosen) {
	const chosen = cells.length === 1 ? describeLotSize(cells) : formatPixelCount(cells.length)
	return (
		<PlaceCard place={place} title={isOffered ? 'The place' : 'Your place'} frame="selected">
			<p className="text-sm">
				You {isOffered ? 'are offered' : 'chose'} {chosen},{isOffered ? ' list price' : ''}{' '}
				<Money pence={pence} />.
			</p>
		</PlaceCard>
	)
}

/** An address or a name within a sentence. */
export function AddressText({ children }: { children: string }) {
	return <strong className="font-semibold break-words text-fg">{children}</strong>
}

/** The terms to accept before an account is opened. */
export const TERMS = {
	label: 'Terms and Policy',
	control: 'check',
	text: (
		<>
			I am 18 or older and accept the{' '}
			<a className="link" href="/policy-terms" target="_blank" rel="noopener">
				Terms and Policy
			</a>
		</>
	),
} as const

/** Sign-in with Google, below the form; rendered only if configured. */
export function GoogleSignIn({ redirectTo }: { redirectTo: string | undefined }) {
	return (
		<OtherWay>
			<a className="btn btn-secondary w-full" href={withRedirectTo(redirectTo, '/auth/google')}>
				<GoogleMark />
				Continue with Google
			</a>
		</OtherWay>
	)
}

/** {@link GoogleSignIn} as a button of the log-in form, which sends its hidden fields along. */
export function GoogleSubmit() {
	return (
		<OtherWay>
			<Button variant="secondary" wide name="intent" value="google" formNoValidate>
				<GoogleMark />
				Continue with Google
			</Button>
		</OtherWay>
	)
}

type AlternativeSignInProps = {
	question: string
	href: string
	children: ReactNode
}

/** Links log-in and registration to each other, as prominent as the page's own form. */
export function AlternativeSignIn({ question, href, children }: AlternativeSignInProps) {
	return (
		<div className="grid gap-3 border-t border-line pt-6">
			<p className="text-sm text-muted">{question}</p>
			<ButtonLink variant="secondary" wide href={href}>
				{children}
			</ButtonLink>
		</div>
	)
}

function OtherWay({ children }: { children: ReactNode }) {
	return (
		<div className="grid gap-6">
			<p className="flex items-center gap-4 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
				or
			</p>
			{children}
		</div>
	)
}

function GoogleMark() {
	return (
		<svg aria-hidden="true" width="1.125rem" height="1.125rem" viewBox="0 0 18 18">
			<path
				fill="#4285f4"
				d="M17.6 9.2c0-.6-.1-1.2-.2-1.8H9v3.5h4.8a4.1 4.1 0 01-1.8 2.7v2.2h2.9c1.7-1.6 2.7-3.9 2.7-6.6z"
			/>
			<path fill="#34a853" d="M9 18c2.4 0 4.5-.8 6-2.2l-2.9-2.2a5.4 5.4 0 01-8.1-2.9H1v2.3A9 9 0 009 18z" />
			<path fill="#fbbc05" d="M4 10.7a5.4 5.4 0 010-3.4V5H1a9 9 0 000 8l3-2.3z" />
			<path fill="#ea4335" d="M9 3.6c1.3 0 2.5.5 3.4 1.3L15 2.3A9 9 0 001 5l3 2.3a5.4 5.4 0 015-3.7z" />
		</svg>
	)
}
