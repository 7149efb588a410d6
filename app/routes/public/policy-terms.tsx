import type { ReactNode } from 'react'
import { brand, phoneLink } from '~/domain/brand'
import { readCrop } from '~/domain/grid/picture/crop.server'
import { listCookies, SESSION_SECONDS } from '~/server/http/cookie-list.server'
import type { CacheForGuests } from '~/server/http/guest-cache.server'
import { PageHero } from '~/ui/layout/page-hero'
import { pageMeta } from '~/ui/layout/page-meta'
import { CookiePolicy, type CookieRow, PrivacyPolicy } from '~/ui/policy/policies'
import type { Route } from './+types/policy-terms'

export const handle = { cacheForGuests: { byProxies: true } satisfies CacheForGuests }

export const meta: Route.MetaFunction = ({ matches }) =>
	pageMeta(matches, {
		title: 'Terms and Policy',
		description:
			'The terms of sale, how we handle your data, payments, cookies and disputes, and how to reach us, in plain words.',
		path: '/policy-terms',
	})

type Kept = { sessions: (typeof SESSION_SECONDS)['user']; cookies: CookieRow[] }
type Section = { id: string; title: string; body: ReactNode }

/* A function, because the contacts may change. */
const sections = ({ sessions, cookies }: Kept): Section[] => [
	{
		id: 'terms',
		title: 'Terms and conditions',
		body: (
			<>
				<p>
					These terms govern the use of this website and every purchase made on it. By registering, and again
					by submitting a payment, you accept them. If you act for a company, you confirm that you may bind
					it.
				</p>
				<h3>Who may buy</h3>
				<p>
					Users must be 18 or older. You keep your sign-in to yourself and answer for what is done with it.
				</p>
				<h3>What you buy</h3>
				<p>
					A pixel is a cell of our grid, named by its row and column. It is sold as a permanent digital asset.
					With it you gain the right to show an image, a description and a link at that place, to change them,
					and to pass the pixel on. The design of the page around it remains ours.
				</p>
				<h3>Reservation and ownership</h3>
				<p>
					Pixels in a checkout are held for the buyer for the time shown there. When you submit your payment
					details the pixels are activated immediately. Ownership is confirmed within 24 hours of payment
					verification. If a payment cannot be verified, the order is rejected, the pixels become available
					again, and you are told by email.
				</p>
				<h3>What may be shown</h3>
				<p>
					You show only what you have the right to show. Nothing unlawful, deceptive, hateful or harmful to
					visitors may stand on the grid or behind a link. We may take down an image that breaks this rule; we
					write to the owner when we do.
				</p>
				<h3>Selling and passing on</h3>
				<p>
					Owners may sell or pass on their pixels to another person by invitation. The transfer happens when
					the recipient accepts. We record it; we are not a party to the bargain between you.
				</p>
				<h3>Auctions</h3>
				<p>
					Winning bids must be paid within 48 hours. A bid that is not paid in time lapses, and the lot may be
					offered to the next bidder.
				</p>
			</>
		),
	},
	{
		id: 'privacy',
		title: 'Privacy policy',
		body: <PrivacyPolicy sessions={sessions} />,
	},
	{
		id: 'payment',
		title: 'Payment policy',
		body: (
			<>
				<p>
					The currency is GBP. Prices are shown in pounds sterling: in full, or in thousands (K) or millions
					(M) where those are exact.
				</p>
				<ul>
					<li>Payment is by direct bank transfer, proven by a transaction ID and a receipt.</li>
					<li>Quote the reference of your order. International transfers take 1 to 3 business days.</li>
					<li>
						A receipt is issued within 24 hours. Ownership is confirmed within 24 hours of payment
						verification.
					</li>
					<li>
						An official receipt and a Global Ownership Certificate are sent once the transfer has been
						received.
					</li>
					<li>Purchases are non-refundable except duplicate or system-error transactions.</li>
				</ul>
				<p>
					If your receipt arrives after your hold ran out and somebody else has the pixels, we count that as
					such an error: your order is kept with its receipt, and you get the pixels if they become free
					again, or the amount is returned.
				</p>
			</>
		),
	},
	{
		id: 'cookies',
		title: 'Cookie policy',
		body: <CookiePolicy cookies={cookies} />,
	},
	{
		id: 'disputes',
		title: 'Dispute policy',
		body: (
			<>
				<p>
					Tell us first. Most disputes end with one letter that is answered properly. Describe the order,
					quote its reference, and say what you expect; you hear from us within two business days and have our
					decision, with reasons, within fourteen.
				</p>
				<ul>
					<li>Disputed pixels keep their state until the matter is settled.</li>
					<li>Duplicate and system-error transactions are refunded to the account they came from.</li>
					<li>Complaints about what a block shows are examined within one business day.</li>
				</ul>
				<p>
					These terms are governed by the law of England and Wales, and its courts decide what we cannot
					settle.
				</p>
			</>
		),
	},
	{
		id: 'contact',
		title: 'Contact',
		body: (
			<>
				<p>
					Questions about these terms reach us at{' '}
					<a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>, by telephone at{' '}
					<a href={phoneLink(brand.phone)}>{brand.phone}</a>, or through the{' '}
					<a href="/contact">contact form</a>.
				</p>
				<ul>
					{brand.offices.map(office => (
						<li key={office.city}>
							{office.city}: {office.address}
						</li>
					))}
				</ul>
				<p>
					The fonts and parts of the software of this site are the work of others. Their licences are in the{' '}
					<a href="/third-party-notices.txt">third-party notices</a>.
				</p>
			</>
		),
	},
]

export async function loader() {
	return {
		crop: await readCrop(Date.now(), 'crop-4'),
		sessions: SESSION_SECONDS.user,
		cookies: listCookies(),
	}
}

export default function PolicyTerms({ loaderData }: Route.ComponentProps) {
	const { crop, ...kept } = loaderData
	const chapters = sections(kept)
	return (
		<>
			<PageHero kicker="Terms and Policy" title="What we promise, and what we ask of you" crop={crop}>
				Six short chapters in plain words. They apply to everyone who visits, registers or buys.
			</PageHero>
			<div className="on-light">
				<div className="wrap grid gap-12 py-20 lg:grid-cols-[1fr_3fr] print:block print:py-0">
					<nav aria-label="Chapters" className="no-print">
						<ol className="grid gap-1 text-sm lg:sticky lg:top-8">
							{chapters.map(section => (
								<li key={section.id}>
									<a className="inline-flex min-h-11 items-center hover:text-accent" href={`#${section.id}`}>
										{section.title}
									</a>
								</li>
							))}
						</ol>
					</nav>
					<div className="grid gap-16 print:block print:columns-2 print:gap-8">
						{chapters.map(section => (
							<section
								key={section.id}
								id={section.id}
								aria-labelledby={`${section.id}-title`}
								className="prose"
							>
								<h2 id={`${section.id}-title`} className="text-xl">
									{section.title}
								</h2>
								{section.body}
							</section>
						))}
					</div>
				</div>
			</div>
		</>
	)
}
