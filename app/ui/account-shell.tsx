import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { brand } from '~/domain/brand'
import { menus } from './account-menu'
import { Avatar } from './avatar'
import { Icon } from './icon'
import { Logo } from './logo'

export type ShellAccount = { fullName: string; email: string; profileImage?: string | null | undefined }

/**
 * The frame of the signed-in areas (specification 1, section 2.17): side menu, top bar with the account's menu and
 * the bell. Menus are popovers: they open, and close on a click outside or Escape, without scripts.
 */
export function AccountShell({
	area,
	account,
	bell,
	children,
}: {
	area: 'user' | 'admin'
	account: ShellAccount
	/** Pending invitations: how many, and the entries to show. */
	bell?: { count: number; entries: ReactNode } | undefined
	children: ReactNode
}) {
	return (
		<div className="on-light page">
			<SideMenu area={area} />
			<div className="lg:pl-[230px]">
				<header className="shell-bar sticky top-0 z-10 flex min-h-16 items-center gap-2 border-b border-line bg-raised px-4 lg:px-8">
					<button
						type="button"
						className="icon-btn -ml-2 lg:hidden"
						popoverTarget="side-menu"
						aria-label="Menu"
					>
						<Icon name="menu" />
					</button>
					<p className="mr-auto text-xs text-muted">{area === 'admin' ? '(Admin)' : '(User)'}</p>
					<Bell count={bell?.count ?? 0}>{bell?.entries}</Bell>
					<AccountMenu area={area} account={account} />
				</header>
				<main
					id="main"
					tabIndex={-1}
					className="shell-main grid gap-6 px-4 py-6 outline-none lg:px-8 lg:py-8"
				>
					<p className="letterhead">
						<Logo />
						<span>
							{account.fullName}, {account.email}
						</span>
					</p>
					{children}
				</main>
			</div>
		</div>
	)
}

function SideMenu({ area }: { area: 'user' | 'admin' }) {
	const { pathname } = useLocation()
	return (
		<nav
			id="side-menu"
			popover="auto"
			aria-label={area === 'admin' ? 'Administration' : 'Account'}
			className="shell-side menu-panel on-dark"
		>
			<a href="/" className="flex min-h-16 items-center px-5" aria-label={`${brand.name}, home`}>
				<Logo />
			</a>
			<div className="grid py-4">
				{menus[area].map(({ title, href, icon }) => (
					<a
						key={href}
						className="nav-link px-5"
						href={href}
						aria-current={pathname === href || pathname.startsWith(`${href}/`) ? 'page' : undefined}
					>
						<Icon name={icon} size={18} />
						{title}
					</a>
				))}
			</div>
			<form method="post" action="/logout" className="mt-auto border-t border-line py-3">
				<button type="submit" className="nav-link w-full cursor-pointer px-5">
					<Icon name="leave" size={18} />
					Logout
				</button>
			</form>
		</nav>
	)
}

function Bell({ count, children }: { count: number; children?: ReactNode }) {
	return (
		<>
			<button
				type="button"
				className="icon-btn relative"
				popoverTarget="bell"
				aria-label={count === 0 ? 'Notifications' : `Notifications, ${count} new`}
			>
				<Icon name="bell" />
				{count > 0 ? (
					<span
						aria-hidden="true"
						className="figures absolute top-1 right-1 min-w-4.5 rounded-full bg-wine px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-white"
					>
						{count}
					</span>
				) : null}
			</button>
			<div id="bell" popover="auto" className="menu-pop p-4 text-sm">
				{count > 0 ? (
					<>
						<p className="mb-3 font-semibold">You have received a new notification</p>
						{children}
					</>
				) : (
					<p className="text-muted">No new notifications</p>
				)}
			</div>
		</>
	)
}

function AccountMenu({ area, account }: { area: 'user' | 'admin'; account: ShellAccount }) {
	return (
		<>
			<button
				type="button"
				popoverTarget="account-menu"
				className="flex min-h-11 cursor-pointer items-center gap-3 pl-2 text-left"
			>
				<Avatar src={account.profileImage} size={36} />
				<span className="hidden min-w-0 leading-tight sm:block">
					<span className="block max-w-56 truncate text-sm font-semibold">{account.fullName}</span>
					<span className="block max-w-56 truncate text-xs text-muted">{account.email}</span>
				</span>
				<span className="sr-only sm:hidden">{account.fullName}</span>
				<Icon name="chevron" size={16} />
			</button>
			<div id="account-menu" popover="auto" className="menu-pop max-w-56 py-2">
				<p className="px-4 pb-2 text-xs break-words text-muted sm:hidden">
					{account.fullName}
					<br />
					{account.email}
				</p>
				<a className="nav-link" href="/">
					Home
				</a>
				{menus[area].some(({ href }) => href === `/${area}/setting`) ? (
					<a className="nav-link" href={`/${area}/setting`}>
						Profile
					</a>
				) : null}
				<form method="post" action="/logout">
					<button type="submit" className="nav-link w-full cursor-pointer">
						Logout
					</button>
				</form>
			</div>
		</>
	)
}
