import type { ReactNode } from 'react'
import { redirect } from 'react-router'
import type { z } from 'zod'
import { brand, phoneLink } from '~/domain/brand'
import { sendContactMessage } from '~/domain/contact/commands.server'
import { ContactForm, MESSAGE_LENGTH, NOT_SENT } from '~/domain/contact/schema'
import { readCrop } from '~/domain/grid/picture/crop.server'
import { optionalAccount } from '~/server/auth/guards.server'
import { askForCookie, hasNoCookies } from '~/server/forms/cookie-check.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import type { CacheForGuests } from '~/server/http/guest-cache.server'
import { currentCaller } from '~/server/ops/caller.server'
import { Button } from '~/ui/button'
import { CookieCheck, PERSON } from '~/ui/forms/person-fields'
import { TableForm } from '~/ui/forms/table-form'
import { PageHero } from '~/ui/layout/page-hero'
import { pageMeta } from '~/ui/layout/page-meta'
import { Notice } from '~/ui/notice'
import type { Route } from './+types/contact'

export const meta: Route.MetaFunction = ({ matches }) =>
	pageMeta(matches, {
		title: 'Contact Us',
		description: `Write to ${brand.name}, or call us. A person reads every message and answers it.`,
		path: '/contact',
	})

/** The same form for all guests. */
export const handle = { cacheForGuests: { params: ['sent'] } satisfies CacheForGuests }

export async function loader({ request }: Route.LoaderArgs) {
	await askForCookie()
	const account = await optionalAccount(request)
	const wasSent = new URL(request.url).searchParams.has('sent')
	return { email: account?.email, wasSent, crop: await readCrop(Date.now(), 'crop-3') }
}

export async function action({ request }: Route.ActionArgs) {
	const form = await readForm(request)
	const send = (message: z.output<typeof ContactForm>) => sendContactMessage(message, currentCaller())
	const sent = await submitForm(form, ContactForm, send, { message: NOT_SENT })
	if (!sent.ok) return sent.reply
	// The toast needs a cookie.
	if (hasNoCookies(request, form)) throw redirect('/contact?sent')
	throw await redirectWithFlash('/contact', SENT)
}

const SENT = "Your message has been sent successfully! We'll get back to you soon."

const TABLE = {
	...PERSON,
	message: {
		label: 'Message',
		control: 'lines',
		help: 'If it is about an order, please quote its reference.',
		rows: 8,
		maxLength: MESSAGE_LENGTH,
	},
} as const

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<PageHero kicker="Contact Us" title="A person reads every message" crop={loaderData.crop}>
				Ask about a pixel, a payment or a transfer. We answer in writing, usually within one working day.
			</PageHero>
			<div className="on-light">
				<div className="wrap grid gap-x-20 gap-y-14 py-16 md:py-20 lg:grid-cols-[minmax(0,38rem)_1fr]">
					<section aria-labelledby="write" className="grid content-start gap-6">
						<h2 id="write" className="text-xl">
							Write to us
						</h2>
						{loaderData.wasSent && !actionData ? (
							<Notice>
								<p>{SENT}</p>
							</Notice>
						) : null}
						<TableForm
							id="contact"
							action="/contact"
							table={TABLE}
							values={{ email: loaderData.email }}
							refused={actionData}
							intro={<CookieCheck />}
						>
							<div className="hidden">
								<label htmlFor="leave_empty">Leave this empty</label>
								<input id="leave_empty" name="leave_empty" tabIndex={-1} autoComplete="off" />
							</div>
							<div className="actions">
								<Button busy="Sending...">Send message</Button>
							</div>
						</TableForm>
					</section>
					<OtherWays />
				</div>
			</div>
		</>
	)
}

function OtherWays() {
	return (
		<aside className="grid content-start gap-6" aria-labelledby="reach">
			<h2 id="reach" className="text-xl">
				Reach us directly
			</h2>
			<dl className="grid gap-8">
				<ContactCard title="Support">
					<a className="link link-alone wrap-anywhere" href={`mailto:${brand.supportEmail}`}>
						{brand.supportEmail}
					</a>
				</ContactCard>
				<ContactCard title="Telephone">
					<a className="link link-alone figures wrap-anywhere" href={phoneLink(brand.phone)}>
						{brand.phone}
					</a>
				</ContactCard>
				{brand.offices.map(office => (
					<ContactCard key={office.city} title={office.city}>
						{office.address}
					</ContactCard>
				))}
			</dl>
		</aside>
	)
}

function ContactCard({ title, children }: { title: string; children: ReactNode }) {
	return (
		<div className="grid gap-1 border-t border-line pt-4">
			<dt className="kicker">{title}</dt>
			<dd className="text-lg">{children}</dd>
		</div>
	)
}
