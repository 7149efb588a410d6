import { Fragment, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { brand, COPYRIGHT_YEAR, phoneLink } from '~/domain/brand'
import { ButtonLink } from '../button'
import { Icon } from '../icon'
import { CookieBar } from './cookie-bar'
import { Logo } from './logo'

const pages = [
	{ title: 'Home', href: '/' },
	{ title: 'About Us', href: '/about' },
	{ title: 'How It Works?', href: '/how-it-works' },
	{ title: 'Auctions', href: '/auctions', dialog: true },
	{ title: 'Contact Us', href: '/contact' },
]

/** The frame of public pages: bar, page and footer. */
export function PublicLayout({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
	const { pathname } = useLocation()
	// Below /user and /admin this is the log-in page after the end of a session.
	const isLogIn = /^\/(login$|user\/|admin\/)/.test(pathname)
	const button = signedIn
		? { title: 'Dashboard', href: '/user/dashboard' }
		: { title: 'Buy Pixels', href: isLogIn ? '/register' : '/login' }
	// One gold button per page: not here if the page has a form with its own.
	const onFormPage =
		isLogIn ||
		/^\/(auth|login|register|verify-|forgot-password|reset-password|contact|pixels\/)/.test(pathname)
	return (
		<div className="on-dark flex page page-public flex-col">
			<header className="site-header border-b border-line">
				<div className="wrap flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 sm:gap-x-6">
					<a
						href="/"
						className="mr-auto inline-flex min-h-11 items-center"
						aria-label={`${brand.name}, home`}
					>
						<Logo />
					</a>{' '}
					<nav id="site-menu" popover="auto" aria-label="Main" className="site-nav menu-panel">
						<button
							type="button"
							className="icon-btn self-end lg:hidden"
							popoverTarget="site-menu"
							popoverTargetAction="hide"
						>
							<Icon name="close" />
							<span className="sr-only">Close</span>
						</button>{' '}
						{pages.map(({ title, href, dialog }) => (
							<Fragment key={href}>
								{dialog ? (
									<dialog-link>
										<MenuLink title={title} href={href} isHere={pathname === href} />
									</dialog-link>
								) : (
									<MenuLink title={title} href={href} isHere={pathname === href} />
								)}{' '}
							</Fragment>
						))}
						{signedIn ? null : <MenuLink title="Log in" href="/login" isHere={pathname === '/login'} />}
					</nav>{' '}
					<ButtonLink
						variant={onFormPage ? 'secondary' : 'primary'}
						href={button.href}
						className="max-sm:px-4"
					>
						{button.title}
					</ButtonLink>
					<button type="button" className="icon-btn lg:hidden" popoverTarget="site-menu">
						<Icon name="menu" />
						<span className="sr-only">Menu</span>
					</button>
				</div>
			</header>
			<CookieBar />
			<main id="main" tabIndex={-1} className="flex-1 outline-none">
				{children}
			</main>
			<SiteFooter />
		</div>
	)
}

function SiteFooter() {
	return (
		<footer className="site-footer border-t border-line bg-ink text-sm">
			<div className="wrap flex flex-wrap gap-10 py-14 md:grid md:grid-cols-[minmax(12rem,1fr)_auto_auto_auto] lg:gap-20">
				<div className="grid max-w-form basis-full content-start gap-4">
					<Logo />
					<p className="text-muted">{brand.blurb}</p>
				</div>
				<FooterGroup title="Links">
					<FooterLink href="/about">About Us</FooterLink>
					<FooterLink href="/how-it-works">How it works?</FooterLink>
					<FooterLink href="/certificates">Check a certificate</FooterLink>
					<FooterLink href="/api">API</FooterLink>
				</FooterGroup>
				<FooterGroup title="Contact">
					<FooterLink href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</FooterLink>
					<FooterLink href={phoneLink(brand.phone)}>{brand.phone}</FooterLink>
				</FooterGroup>
				{brand.social.length > 0 ? (
					<FooterGroup title="Follow" inline>
						{brand.social.map(({ name, href }) => (
							<FooterLink key={name} href={href}>
								{name}
							</FooterLink>
						))}
					</FooterGroup>
				) : null}
			</div>
			<div className="wrap">
				<div className="flex flex-wrap justify-between gap-x-8 gap-y-2 border-t border-line py-6 text-muted">
					<p>
						© {COPYRIGHT_YEAR}–{new Date().getFullYear()} {brand.name}. All rights reserved. Times are London
						time.
					</p>
					<a className="-my-2.5 inline-flex min-h-11 items-center hover:text-fg" href="/policy-terms">
						Terms and Policy
					</a>
				</div>
			</div>
		</footer>
	)
}

type Props = {
	title: string
	inline?: boolean
	children: ReactNode
}

/** `inline`: in one line on a phone. */
function FooterGroup({ title, inline = false, children }: Props) {
	return (
		<div
			className={`grid min-w-0 content-start ${inline ? 'max-md:flex max-md:basis-full max-md:flex-wrap max-md:gap-x-6' : ''}`}
		>
			<h2 className={`kicker mb-2 font-sans ${inline ? 'max-md:mb-0 max-md:basis-full' : ''}`}>{title}</h2>
			{children}
		</div>
	)
}

function FooterLink({ href, children }: { href: string; children: ReactNode }) {
	return (
		<>
			<a
				className="inline-flex min-h-11 items-center wrap-anywhere hover:text-accent"
				href={href}
				rel={href.startsWith('http') ? 'noopener' : undefined}
			>
				{children}
			</a>{' '}
		</>
	)
}

function MenuLink({ title, href, isHere }: { title: string; href: string; isHere: boolean }) {
	return (
		<a className="nav-link" href={href} aria-current={isHere ? 'page' : undefined}>
			{title}
		</a>
	)
}
