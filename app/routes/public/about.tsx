import type { ReactNode } from 'react'
import { brand } from '~/domain/brand'
import { readCrop } from '~/domain/grid/picture/crop.server'
import { priceRange } from '~/domain/money'
import { getPricesOrFallback } from '~/domain/settings/queries.server'
import type { CacheForGuests } from '~/server/http/guest-cache.server'
import { ButtonLink } from '~/ui/button'
import { PageHero } from '~/ui/layout/page-hero'
import { pageMeta } from '~/ui/layout/page-meta'
import type { Route } from './+types/about'

export const handle = { cacheForGuests: { byProxies: true } satisfies CacheForGuests }

export const meta: Route.MetaFunction = ({ matches }) =>
	pageMeta(matches, {
		title: 'About Us',
		description:
			'One fixed grid, 1,111 digital spaces, each sold once and held for good. Why we built it, who stands behind it, and what comes next.',
		path: '/about',
	})

export async function loader() {
	const [prices, crop] = await Promise.all([getPricesOrFallback(), readCrop(Date.now())])
	return { prices: priceRange(Object.values(prices)), crop }
}

const reasons = (prices: string) => [
	{
		title: 'There will be no second grid',
		text: 'The layout was drawn once and closed. No cell can be split, added or moved, so the place you buy today is the place you will own in twenty years.',
	},
	{
		title: 'A price you can read',
		text: `Four sizes, one price each: ${prices}. The price stands on the grid before you register, and it does not change while you are in the checkout.`,
	},
	{
		title: 'A record that is kept',
		text: 'Every purchase carries a reference. Once it is approved, it has a certificate whose code anybody can check on this site. When a pixel changes hands, both sides are told in writing.',
	},
	{
		title: 'Room to act',
		text: 'Change what your block shows as often as you like. Sell part of it, pass it on, or keep it. Selling takes one email address and your word.',
	},
	{
		title: 'A seat in the room',
		text: 'Owners hold lifetime VIP access to the auctions we are preparing, online and in the rooms of the cities where we have offices.',
	},
	{
		title: 'People who answer',
		text: `${brand.offices.length > 1 ? 'Two offices' : 'One office'}, one telephone number, one address for letters. A question about a seven-figure purchase is answered by someone who can decide.`,
	},
]

export default function About({ loaderData }: Route.ComponentProps) {
	return (
		<>
			<PageHero
				kicker="Who we are"
				title="A place on the page that nobody can print again"
				crop={loaderData.crop}
			>
				{brand.name} is one advertising grid with 1,111 digital spaces. Each is sold once, to one owner, as a
				permanent digital asset. We built it for brands, investors and collectors who would rather own a small
				part of something finite than rent a large part of something endless.
			</PageHero>
			<div className="on-light">
				<div className="wrap grid gap-20 py-20">
					<Chapter title="About Us" id="about-us">
						<p>
							Advertising is usually bought by the day. The space is borrowed, the price is decided by whoever
							bids next, and nothing of it remains when the money stops. We asked what would happen if a page
							were treated like land: measured once, divided once, and sold outright.
						</p>
						<p>
							The answer is a grid. At its centre stands a single large pixel. Around it lie medium and small
							ones, and below them the long field of tiny ones. Every pixel has an address: a row and a
							column. That address is what our owners hold. On it they show an image, a sentence and a link,
							and they may change all three whenever they wish.
						</p>
						<p>
							We do not run campaigns, we do not sell impressions and we do not follow visitors around the
							web. We keep one page, we keep it well, and we keep the book of who owns what.
						</p>
					</Chapter>
					<Chapter title="Our Vision" id="our-vision">
						<p>
							A digital address should be worth what a good street address is worth: because there is only
							one, because the neighbours matter, and because it can be handed on. We want the grid to become
							the place where a house that thinks in decades puts its name, beside others that do the same.
						</p>
						<p>
							That is why the number of spaces is fixed, why the prices are plain, and why the page is quiet.
							The grid is the only spectacle here.
						</p>
					</Chapter>
					<Chapter title="Future Vision" id="future-vision">
						<p>
							Auctions are the next chapter. Luxury sales are planned both online and in the room, for pixels
							whose owners choose to part with them and for works that belong to their blocks. Every owner of
							a pixel has lifetime VIP access to them, whatever the size of the pixel. There is nothing to
							join and nothing to renew.
						</p>
						<p>
							Beyond that we will do less than most. The grid will not grow, and no second edition will
							follow. What will grow is its history: who held which place, and when.
						</p>
					</Chapter>
					<Chapter title="Meet the Founder" id="founder">
						<p>
							{brand.name} was founded by {brand.founder ? `${brand.founder}, who` : 'a person who'} spent a
							career placing other people's names on other people's walls, and who wondered why nobody was
							allowed to keep the wall. {brand.founder || 'Our founder'} still reads the letters that arrive
							at <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
						</p>
						<p>
							{brand.offices.length > 1
								? 'We work from two offices and are glad to receive owners in either of them.'
								: 'We are glad to receive owners in our office.'}
						</p>
						<dl className="grid gap-x-12 gap-y-6 pt-4 sm:grid-cols-2">
							{brand.offices.map(office => (
								<div key={office.city} className="border-t border-line pt-4">
									<dt className="font-serif text-lg">{office.city}</dt>
									<dd className="text-sm text-muted">{office.address}</dd>
								</div>
							))}
						</dl>
					</Chapter>
					<section aria-labelledby="why-choose-us" className="grid gap-10">
						<h2 id="why-choose-us" className="text-xl">
							Why Choose Us
						</h2>
						<ul className="grid gap-x-12 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
							{reasons(loaderData.prices).map(reason => (
								<li key={reason.title} className="grid content-start gap-3 border-t border-line pt-6">
									<h3 className="text-lg">{reason.title}</h3>
									<p className="text-muted">{reason.text}</p>
								</li>
							))}
						</ul>
					</section>
				</div>
			</div>
			<section className="wrap grid justify-items-start gap-6 py-20" aria-labelledby="join">
				<h2 id="join" className="text-xl">
					Join the Future
				</h2>
				<p className="max-w-text text-muted">
					Walk the grid first. When one place keeps your eye, it is probably the right one. Registration takes
					two minutes, and your pixels are held for you while you arrange the transfer.
				</p>
				<div className="actions">
					<ButtonLink href="/#grid">View the grid</ButtonLink>
					<ButtonLink href="/contact" variant="secondary">
						Speak to us
					</ButtonLink>
				</div>
			</section>
		</>
	)
}

function Chapter({ title, id, children }: { title: string; id: string; children: ReactNode }) {
	return (
		<section aria-labelledby={id} className="grid gap-6 md:grid-cols-[1fr_2fr] md:gap-12">
			<h2 id={id} className="text-xl">
				{title}
			</h2>
			<div className="prose">{children}</div>
		</section>
	)
}
