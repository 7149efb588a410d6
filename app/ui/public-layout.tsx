import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { brand } from '~/domain/brand'
import { ButtonLink } from './button'
import { Icon } from './icon'
import { Logo } from './logo'

const pages = [
	{ title: 'Home', href: '/' },
	{ title: 'About Us', href: '/about' },
	{ title: 'How It Works?', href: '/how-it-works' },
	{ title: 'Auctions', href: '/auctions', dialog: true },
	{ title: 'Contact Us', href: '/contact' },
]

/** Bar, page, footer: everything a visitor sees (specification 1, sections 2.3 and 2.4). */
export function PublicLayout({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
	const { pathname } = useLocation()
	const button = signedIn
		? { title: 'Dashboard', href: '/user/dashboard' }
		: { title: 'Buy Pixels', href: pathname === '/login' ? '/register' : '/login' }
	// One gold button a page: where a form has its own, this one steps back.
	const onFormPage = /^\/(login|register|verify-|forgot-password|reset-password|contact)/.test(pathname)
	return (
		<div className="on-dark flex page flex-col">
			<header className="site-header border-b border-line">
				<div className="wrap flex min-h-18 items-center gap-6">
					<a href="/" className="mr-auto" aria-label={`${brand.name}, home`}>
						<Logo />
					</a>
					<nav id="site-menu" popover="auto" aria-label="Main" className="site-nav menu-panel">
						{pages.map(({ title, href, dialog }) => (
							<a
								key={href}
								className="nav-link"
								href={href}
								aria-current={pathname === href ? 'page' : undefined}
								data-enhance={dialog ? 'dialog' : undefined}
							>
								{title}
							</a>
						))}
					</nav>
					<ButtonLink
						variant={onFormPage ? 'secondary' : 'primary'}
						href={button.href}
						className="max-sm:px-4"
					>
						{button.title}
					</ButtonLink>
					<button type="button" className="icon-btn lg:hidden" popoverTarget="site-menu" aria-label="Menu">
						<Icon name="menu" />
					</button>
				</div>
			</header>
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
			<div className="wrap grid grid-cols-2 gap-10 py-14 md:grid-cols-[2fr_1fr_1fr_1fr]">
				<div className="col-span-2 grid max-w-form content-start gap-4 md:col-span-1">
					<Logo />
					<p className="text-muted">{brand.blurb}</p>
				</div>
				<FooterGroup title="Links">
					<FooterLink href="/about">About Us</FooterLink>
					<FooterLink href="/how-it-works">How it works?</FooterLink>
				</FooterGroup>
				<FooterGroup title="Contact">
					<FooterLink href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</FooterLink>
					<FooterLink href={brand.phoneHref}>{brand.phone}</FooterLink>
				</FooterGroup>
				<FooterGroup title="Follow">
					{brand.social.map(({ name, href }) => (
						<FooterLink key={name} href={href}>
							{name}
						</FooterLink>
					))}
				</FooterGroup>
			</div>
			<div className="wrap">
				<div className="flex flex-wrap justify-between gap-x-8 gap-y-2 border-t border-line py-6 text-muted">
					<p>
						© {brand.copyrightYear} {brand.name}. All rights reserved.
					</p>
					<a className="hover:text-fg" href="/policy-terms">
						Terms and Policy
					</a>
				</div>
			</div>
		</footer>
	)
}

function FooterGroup({ title, children }: { title: string; children: ReactNode }) {
	return (
		<div className="grid content-start">
			<h2 className="kicker mb-2 font-sans">{title}</h2>
			{children}
		</div>
	)
}

function FooterLink({ href, children }: { href: string; children: ReactNode }) {
	return (
		<a
			className="inline-flex min-h-9 items-center hover:text-accent"
			href={href}
			rel={href.startsWith('http') ? 'noopener' : undefined}
		>
			{children}
		</a>
	)
}
