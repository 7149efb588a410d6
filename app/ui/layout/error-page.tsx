import { useContext } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { PROFILE_TEXT } from '~/domain/accounts/profile/profile-rules'
import type { Role } from '~/domain/accounts/rules'
import { brand } from '~/domain/brand'
import { ButtonLink } from '../button'
import { Engraved } from '../grid/engraved'
import { AssetsContext } from './assets'
import { CookieBar } from './cookie-bar'
import { Logo } from './logo'

const words: Record<number, readonly [title: string, text: string]> = {
	400: ['We could not read this request', 'Go back, load the page again and repeat the step.'],
	401: ['Please log in first', 'This page belongs to an account.'],
	403: [
		'You have no access to this page',
		'The page exists, but your account may not open it, or the form came from another site.',
	],
	404: ['There is nothing at this address', 'The page has moved, or never existed.'],
	405: ['This is not possible here', 'Go back and use the buttons of the page.'],
	409: [
		'This has changed in the meantime',
		'Somebody changed it after you opened the page. Load the page again to see its current state.',
	],
	410: ['This has been deleted', 'It was deleted after you opened the page. What you typed was not saved.'],
	411: ['The length of the request is missing', 'Load the page again and repeat the step.'],
	413: ['That is too large', 'Nothing was saved. Go back in your browser to what you typed, and shorten it.'],
	415: ['This type of content is not accepted', 'Use the forms of the site.'],
	422: ['Something in the form is not right', 'Go back and check what you entered.'],
	429: ['Too many attempts', 'Please wait a few minutes, then try again.'],
	503: ['We are not available just now', 'Please try again in a few minutes.'],
}
const broken = [
	'Something has broken on our side',
	'It has been recorded. Nothing that you already sent is lost. Try again, or write to us and quote the number below.',
] as const

const tooLarge = [
	'That is too large',
	'Files may be 5 MB at most, so nothing was saved. Open the form again and choose a smaller file.',
] as const

/** Explains an error: cause, remedy, a better link than home if there is one, and the id under which it is logged. */
function explain(error: unknown) {
	const status = isRouteErrorResponse(error) ? error.status : 500
	const data: unknown = isRouteErrorResponse(error) ? error.data : undefined
	const form = status === 413 ? textIn(data, 'form') : undefined
	const list = status === 410 ? textIn(data, 'list') : undefined
	// A page may say which part of it could not be read.
	const other = words[status] ?? [textIn(data, 'title') ?? broken[0], broken[1]]
	const [title, text] = form ? tooLargeAt(form) : other
	const way = form
		? { href: form, label: 'Open the form again' }
		: list && { href: list, label: 'Back to the list' }
	return { status, title: (list && textIn(data, 'title')) || title, text, way }
}

function tooLargeAt(form: string): readonly [string, string] {
	const [title, text] = tooLarge
	return /^\/(user|admin)\/setting\/photo$/.test(form) ? [PROFILE_TEXT.photoTooLarge, text] : [title, text]
}

function textIn(data: unknown, name: string): string | undefined {
	const found: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined
	return typeof found === 'string' && found !== '' ? found : undefined
}

/* The input of a form whose page cannot be rendered either. */
function Typed({ error }: { error: unknown }) {
	const typed = isRouteErrorResponse(error) ? textIn(error.data, 'typed') : undefined
	return typed ? (
		<p className="max-w-text wrap-anywhere">
			You had typed: <q className="whitespace-pre-line">{typed}</q>
		</p>
	) : null
}

type Props = { error: unknown; home: [label: string, href: string]; h1: string }

/** What has happened, and where to go. `home`: the start page of the reader's area. */
function Explanation({ error, home, h1 }: Props) {
	const { requestId } = useContext(AssetsContext)
	const { status, title, text, way } = explain(error)
	const [label, href] = home
	return (
		<>
			<title>{`${title} · ${brand.name}`}</title>
			<Engraved missing={status === 404}>
				<p className="kicker figures">Error {status}</p>
				<h1 className={h1}>{title}</h1>
				<p className="max-w-text text-base text-muted">{text}</p>
				<Typed error={error} />
				<div className="actions my-2">
					{way ? <ButtonLink href={way.href}>{way.label}</ButtonLink> : null}
					<ButtonLink variant={way ? 'secondary' : 'primary'} href={href}>
						{label}
					</ButtonLink>
					<ButtonLink variant="secondary" href="/contact">
						Contact Us
					</ButtonLink>
				</div>
				{requestId ? <p className="figures text-xs wrap-anywhere text-muted">Request {requestId}</p> : null}
			</Engraved>
		</>
	)
}

/** Shown in place of a page of a signed-in area, inside its shell. */
export function AccountError({ error, area }: { error: unknown; area: Role }) {
	return (
		<section className="sheet">
			<Explanation error={error} home={['Dashboard', `/${area}/dashboard`]} h1="max-w-text" />
		</section>
	)
}

/** The last resort for every error. */
export function ErrorPage({ error }: { error: unknown }) {
	return (
		<div className="on-dark flex page page-public flex-col">
			<header className="wrap flex min-h-16 items-center">
				<a href="/" aria-label={`${brand.name}, home`}>
					<Logo />
				</a>
			</header>
			<CookieBar />
			<main id="main" tabIndex={-1} className="flex-1 outline-none">
				<Explanation error={error} home={['Home', '/']} h1="max-w-text text-2xl" />
			</main>
		</div>
	)
}
