import type { ReactNode } from 'react'
import { useLocation, useMatches } from 'react-router'
import type { Role } from '~/domain/accounts/rules'
import type { WorklistCounts } from '~/domain/dashboard/worklists'
import type { IncomingTransfers } from '~/domain/transfers/queries.server'
import type { RestoredForm } from '~/server/forms/restored-form.server'
import { RestoredFormProvider } from '../forms/restored'
import { Icon } from '../icon'
import { Avatar } from './avatar'
import { Bell } from './bell'
import { CookieBar } from './cookie-bar'
import { Logo } from './logo'
import { SideMenu } from './side-menu'

export type ShellAccount = { fullName: string; email: string; profileImage?: string | null | undefined }

type Props = {
	area: Role
	account: ShellAccount
	invitations: IncomingTransfers
	/** Other work waiting for an administrator. */
	waiting?: WorklistCounts
	/** The restored input of this page's form. */
	restored: RestoredForm | undefined
	children: ReactNode
}

/**
 * The frame of the signed-in areas: side menu, top bar with the account menu and the bell. Menus are popovers: they
 * open, and close on a click outside or Escape, without scripts.
 */
export function AccountShell({ area, account, invitations, waiting, restored, children }: Props) {
	const { pathname, search } = useLocation()
	return (
		<div className={area === 'admin' ? 'on-light page back-office' : 'on-light page'}>
			<nav
				id="side-menu"
				popover="auto"
				aria-label={area === 'admin' ? 'Administration' : 'Account'}
				className="shell-side menu-panel on-dark"
			>
				<SideMenu area={area} pathname={pathname} search={search} waiting={waiting} />
			</nav>
			<div className="lg:pl-(--side)">
				<header className="shell-bar z-10 flex items-center gap-[min(0.5rem,2.5vw)] border-b border-line bg-raised px-[min(1rem,5vw)] lg:px-(--edge-space)">
					<button
						type="button"
						className="icon-btn -ml-[min(0.5rem,2.5vw)] lg:hidden"
						popoverTarget="side-menu"
					>
						<Icon name="menu" />
						<span className="sr-only">Menu</span>
					</button>
					<div
						className={`mr-auto flex flex-wrap items-center gap-x-2 ${area === 'admin' ? 'lg:hidden' : ''}`}
					>
						<span className="lg:hidden">
							<Logo />
						</span>
					</div>
					{area === 'admin' ? <BarSearch /> : null}
					{area === 'admin' ? <Keys /> : null}
					<Bell area={area} incoming={invitations} waiting={waiting} page={pathname + search} />
					<AccountMenu area={area} account={account} />
				</header>
				<CookieBar />
				<main id="main" tabIndex={-1} className="shell-main grid outline-none">
					<p className="hidden items-center justify-between gap-8 border-b border-edge pb-3 text-xs print:flex">
						<Logo />{' '}
						<span>
							{account.fullName}, {account.email}
						</span>
					</p>
					<RestoredFormProvider restored={restored}>{children}</RestoredFormProvider>
				</main>
			</div>
		</div>
	)
}

/** The search of the list that the page shows (named in its `handle`), or a search for any order. */
function BarSearch() {
	const { search } = useLocation()
	const handle = useMatches().at(-1)?.handle
	const label = typeof handle === 'object' && handle && 'search' in handle ? String(handle.search) : null
	const field = (
		<>
			<button
				type="submit"
				form={label ? 'filter' : undefined}
				className="icon-btn h-(--tap) flex-none"
				aria-label={label ? 'Search' : 'Go'}
			>
				<Icon name="search" size={18} />
			</button>
			<input
				type="search"
				className="h-(--tap) min-w-0 flex-1 text-(length:--text-sm) outline-none placeholder:text-muted placeholder:opacity-100"
				name="q"
				form={label ? 'filter' : undefined}
				defaultValue={label ? (new URLSearchParams(search).get('q') ?? '') : ''}
				aria-label={label ?? 'Go to an order'}
				placeholder={label ?? 'Go to an order: reference, name or email'}
				aria-keyshortcuts="/"
				autoComplete="off"
				maxLength={200}
			/>
			<kbd className="mr-2">/</kbd>
		</>
	)
	return (
		<search
			className={`mr-auto flex min-w-0 flex-[0_1_30rem] items-center rounded border border-edge bg-ground focus-within:outline-2 focus-within:outline-(--focus) max-lg:order-9 max-lg:mb-2 max-lg:flex-[1_0_100%] ${label ? '' : 'max-lg:hidden'}`}
		>
			{label ? (
				field
			) : (
				<form method="get" action="/admin/transactions" className="flex min-w-0 flex-1 items-center">
					{field}
				</form>
			)}
		</search>
	)
}

const KEYS = [
	['j', 'The next row of a list, order, or line to decide'],
	['k', 'The row, order or line before'],
	['Enter', 'Open the row'],
	['a', 'Approve the order, on its page'],
	['r', 'Reject the order, on its page'],
	['/', 'Search'],
	['?', 'These keys'],
] as const

/** The keyboard shortcuts of the page, which need scripts; everything is possible without. */
function Keys() {
	return (
		<>
			<button
				type="button"
				className="icon-btn key-hints"
				popoverTarget="keys"
				aria-keyshortcuts="?"
				aria-label="Keys"
			>
				<kbd>?</kbd>
			</button>
			<page-keys id="keys" popover="auto" className="menu-pop p-4 text-sm">
				<h2 className="text-lg">Keys</h2>
				<dl className="facts">
					{KEYS.map(([key, words]) => (
						<div key={key}>
							<dt>
								<kbd>{key}</kbd>
							</dt>
							<dd>{words}</dd>
						</div>
					))}
				</dl>
				<p>
					<label className="check">
						<input type="checkbox" defaultChecked />
						<span>The keys work in this browser</span>
					</label>
				</p>
			</page-keys>
		</>
	)
}

function AccountMenu({ area, account }: { area: Role; account: ShellAccount }) {
	return (
		<>
			<button
				type="button"
				popoverTarget="account-menu"
				className="flex min-h-11 min-w-0 cursor-pointer items-center sm:[&>svg]:shrink-0 gap-[min(0.75rem,2.5vw)] pl-[min(0.5rem,2.5vw)] text-left"
			>
				<Avatar src={account.profileImage} size={36} />
				<span
					className={`hidden max-w-44 min-w-0 leading-tight sm:block md:max-w-72 ${area === 'admin' ? 'lg:max-xl:max-w-44' : ''}`}
				>
					<span className="block truncate text-sm font-semibold">{account.fullName}</span>{' '}
					<span className="block truncate text-xs text-muted">
						{account.email} ({area === 'admin' ? 'Admin' : 'User'})
					</span>
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
