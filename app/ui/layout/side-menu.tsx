import { Fragment } from 'react'
import { brand } from '~/domain/brand'
import { Icon } from '../icon'
import { menus } from './account-menu'
import { Logo } from './logo'

/** What the side menu of an area holds on the page at `pathname`. */
export function SideMenu({ area, pathname }: { area: 'user' | 'admin'; pathname: string }) {
	const open = menus[area].find(({ href }) => pathname === href || pathname.startsWith(`${href}/`))?.href
	return (
		<>
			<a href="/" className="flex min-h-16 items-center px-5" aria-label={`${brand.name}, home`}>
				<Logo />
			</a>
			<div className="grid py-4">
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
			</form>
		</>
	)
}
