import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Waiting } from '~/domain/dashboard/waiting'
import type { IncomingTransfers } from '~/domain/transfers/queries.server'
import { type Carried, CarriedForm } from '../forms/carried'
import { Icon } from '../icon'
import { describePage } from './account-menu'
import { Avatar } from './avatar'
import { Bell } from './bell'
import { CookieBar } from './cookie-bar'
import { Logo } from './logo'
import { SideMenu } from './side-menu'

export type ShellAccount = { fullName: string; email: string; profileImage?: string | null | undefined }

/**
 * The frame of the signed-in areas: side menu, top bar with the account's menu and the bell. Menus are popovers: they
 * open, and close on a click outside or Escape, without scripts.
 */
export function AccountShell({
	area,
	account,
	invitations,
	waiting,
	carried,
	children,
}: {
	area: 'user' | 'admin'
	account: ShellAccount
	invitations: IncomingTransfers
	/** What else waits for an administrator. */
	waiting?: Waiting
	/** What was typed into this page's form before a log-in. */
	carried: Carried | undefined
	children: ReactNode
}) {
	const { pathname, search } = useLocation()
	return (
		<div className="on-light page">
			<meta name="description" content={describePage(area, pathname)} />
			<nav
				id="side-menu"
				popover="auto"
				aria-label={area === 'admin' ? 'Administration' : 'Account'}
				className="shell-side menu-panel on-dark"
			>
				<SideMenu area={area} pathname={pathname} search={search} waiting={waiting} />
			</nav>
			<div className="lg:pl-[230px]">
				<header className="shell-bar z-10 flex min-h-16 items-center gap-[min(0.5rem,2.5vw)] border-b border-line bg-raised px-[min(1rem,5vw)] lg:px-8">
					<Bar
						area={area}
						account={account}
						invitations={invitations}
						waiting={waiting}
						page={pathname + search}
					/>
				</header>
				<CookieBar />
				<main
					id="main"
					tabIndex={-1}
					className="shell-main grid gap-6 px-[min(1rem,5vw)] py-6 outline-none lg:px-8 lg:py-8"
				>
					<p className="letterhead">
						<Logo />{' '}
						<span>
							{account.fullName}, {account.email}
						</span>
					</p>
					<CarriedForm carried={carried}>{children}</CarriedForm>
					<p className="text-xs text-muted">Times are London time.</p>
				</main>
			</div>
		</div>
	)
}

function Bar({
	area,
	account,
	invitations,
	waiting,
	page,
}: {
	area: 'user' | 'admin'
	account: ShellAccount
	invitations: IncomingTransfers
	waiting: Waiting | undefined
	page: string
}) {
	return (
		<>
			<button type="button" className="icon-btn -ml-[min(0.5rem,2.5vw)] lg:hidden" popoverTarget="side-menu">
				<Icon name="menu" />
				<span className="sr-only">Menu</span>
			</button>
			<div className="mr-auto flex flex-wrap items-center gap-x-2">
				<span className="lg:hidden">
					<Logo />
				</span>
				<p className="text-xs text-muted">{area === 'admin' ? '(Admin)' : '(User)'}</p>
			</div>
			<Bell area={area} incoming={invitations} waiting={waiting} page={page} />
			<AccountMenu area={area} account={account} />
		</>
	)
}

function AccountMenu({ area, account }: { area: 'user' | 'admin'; account: ShellAccount }) {
	return (
		<>
			<button
				type="button"
				popoverTarget="account-menu"
				className="flex min-h-11 cursor-pointer items-center gap-[min(0.75rem,2.5vw)] pl-[min(0.5rem,2.5vw)] text-left"
			>
				<Avatar src={account.profileImage} size={36} />
				<span className="hidden min-w-0 leading-tight sm:block">
					<span className="block max-w-56 truncate text-sm font-semibold">{account.fullName}</span>{' '}
					<span className="block max-w-56 truncate text-xs text-muted">{account.email}</span>
				</span>{' '}
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
				</a>{' '}
				<a className="nav-link" href={`/${area}/setting`}>
					Profile
				</a>
				<form method="post" action="/logout">
					<button type="submit" className="nav-link w-full cursor-pointer">
						<busy-label>Logout</busy-label>
					</button>
				</form>
			</div>
		</>
	)
}
