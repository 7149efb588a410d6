import { Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { brand, brandEdition } from '~/domain/brand'
import { menus } from './account-menu'
import { type Drawn, drawn } from './grid/drawn'
import { Icon } from './icon'
import { Logo } from './logo'

let edition: unknown
const known = new Map<string, Drawn>()

/** What the side menu of an area holds on a page; drawn once for each entry, as long as the brand is the same. */
export function drawSideMenu(area: 'user' | 'admin', pathname: string): Drawn {
	if (edition !== brandEdition()) known.clear()
	edition = brandEdition()
	const open = menus[area].find(({ href }) => pathname === href || pathname.startsWith(`${href}/`))
	const key = `${area} ${open?.href}`
	const menu = known.get(key) ?? drawn(renderToStaticMarkup(<SideMenu area={area} open={open?.href} />))
	known.set(key, menu)
	return menu
}

function SideMenu({ area, open }: { area: 'user' | 'admin'; open: string | undefined }) {
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
