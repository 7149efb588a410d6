import { Fragment } from 'react'
import type { Role } from '~/domain/accounts/rules'
import { brand } from '~/domain/brand'
import { WORKLISTS, type WorklistCounts } from '~/domain/dashboard/worklists'
import { Icon, type IconName } from '../icon'
import { Logo } from './logo'

/** `also`: other paths whose pages belong to the entry. */
type Entry = { title: string; href: string; icon: IconName; also?: readonly string[] }

/** Tests whether a page belongs to an entry. */
function isBelow({ href, also = [] }: Entry, pathname: string): boolean {
	return [href, ...also].some(path => pathname === path || pathname.startsWith(`${path}/`))
}

/** The side menus. Add an entry only when its page exists. */
const menus: Record<Role, Entry[]> = {
	user: [
		{ title: 'Dashboard', href: '/user/dashboard', icon: 'grid' },
		{ title: 'Management', href: '/user/profile', icon: 'frame' },
		{
			title: 'Buy Pixels',
			href: '/user/pixels/buy',
			icon: 'cart',
			also: ['/user/checkout', '/user/pixels/suggest', '/user/pixels/preview'],
		},
		{ title: 'Sell Pixels', href: '/user/pixels/sell', icon: 'send', also: ['/user/invitations'] },
		{ title: 'Transaction History', href: '/user/history', icon: 'clock' },
		{ title: 'Settings', href: '/user/setting', icon: 'settings' },
	],
	admin: [
		{ title: 'Dashboard', href: '/admin/dashboard', icon: 'grid' },
		{ title: 'Pixel Management', href: '/admin/profile', icon: 'frame' },
		{ title: 'User Management', href: '/admin/userManagement', icon: 'users' },
		{ title: 'Transactions', href: '/admin/transactions', icon: 'receipt' },
		{ title: 'Bank statements', href: '/admin/statements', icon: 'bank' },
		{ title: 'Order History', href: '/admin/history', icon: 'clock' },
		{ title: 'Coupons', href: '/admin/coupon', icon: 'tag' },
		{ title: 'Audit', href: '/admin/audit', icon: 'eye' },
		{ title: 'Outbox', href: '/admin/outbox', icon: 'mail' },
		{ title: 'Settings', href: '/admin/setting', icon: 'settings' },
	],
}

type Props = {
	area: Role
	pathname: string
	search: string
	waiting: WorklistCounts | undefined
}

/** The side menu of an area on the page at `pathname`. */
export function SideMenu({ area, pathname, search, waiting }: Props) {
	const worklist = findWorklist(pathname, search)
	const open = worklist ? undefined : menus[area].find(entry => isBelow(entry, pathname))?.href
	return (
		<>
			<a
				href="/"
				className="flex min-h-16 items-center px-5 office:min-h-14"
				aria-label={`${brand.name}, home`}
			>
				<Logo />
			</a>
			{waiting ? <Worklists waiting={waiting} open={worklist} /> : null}
			{area === 'admin' ? <h2 className="kicker">The house</h2> : null}
			<div className={area === 'admin' ? 'grid' : 'grid py-4'}>
				{menus[area].map(({ title, href, icon }) => (
					<Fragment key={href}>
						<a className="nav-link px-5" href={href} aria-current={href === open ? 'page' : undefined}>
							<Icon name={icon} size={18} />
							{title}
						</a>{' '}
					</Fragment>
				))}
			</div>
			<form method="post" action="/logout" className="mt-auto border-t border-line py-3">
				<button type="submit" className="nav-link w-full cursor-pointer px-5">
					<Icon name="leave" size={18} />
					<busy-label>Logout</busy-label>
				</button>
				<p className="px-5 pt-1 text-xs text-muted">Times are London time.</p>
			</form>
		</>
	)
}

/** Returns the worklist that a page is, or that its order was opened from. */
function findWorklist(pathname: string, search: string): string | undefined {
	const list = pathname.startsWith('/admin/transactions/') ? new URLSearchParams(search).get('list') : null
	const address = list === null ? pathname + search : `/admin/transactions?${list}`
	return WORKLISTS.find(({ href }) => address === href || address.startsWith(`${href}&`))?.href
}

function Worklists({ waiting, open }: { waiting: WorklistCounts; open: string | undefined }) {
	return (
		<section aria-labelledby="to-do">
			<h2 id="to-do" className="kicker">
				To do
			</h2>
			<ul>
				{WORKLISTS.map(({ name, title, href }) => (
					<li key={name}>
						<a
							className="nav-link justify-between gap-1 pr-3 pl-5 text-(length:--text-xs)"
							href={href}
							aria-current={href === open ? 'page' : undefined}
						>
							{title}{' '}
							<span
								className={
									waiting[name] === 0
										? 'figures px-2 text-muted'
										: 'figures min-w-7 flex-none rounded-full bg-line px-1.75 text-center font-semibold'
								}
							>
								{waiting[name].toLocaleString('en-GB')}
							</span>
						</a>
					</li>
				))}
			</ul>
		</section>
	)
}
