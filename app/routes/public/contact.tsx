import { useForm } from '@conform-to/react'
import type { ReactNode } from 'react'
import { brand } from '~/domain/brand'
import { sendContactMessage } from '~/domain/contact/commands.server'
import { ContactForm, MESSAGE_LENGTH } from '~/domain/contact/schema'
import { redirectWithFlash } from '~/server/flash.server'
import { orRefusal, parseForm, readForm, refuse } from '~/server/form.server'
import { optionalAccount } from '~/server/guards.server'
import { asking } from '~/server/request-context.server'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { InputField, TextareaField } from '~/ui/field'
import { PageHero } from '~/ui/page-hero'
import { pageMeta } from '~/ui/page-meta'
import type { Route } from './+types/contact'

export const meta: Route.MetaFunction = ({ matches }) =>
	pageMeta({
		title: 'Contact Us',
		description: `Write to ${brand.name}, or call us. A person reads every message and answers it.`,
		path: '/contact',
		origin: matches[0].loaderData.origin,
	})

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export async function loader({ request }: Route.LoaderArgs) {
	const account = await optionalAccount(request)
	return { email: account?.email }
}

export async function action({ request }: Route.ActionArgs) {
	const submission = parseForm(await readForm(request), ContactForm)
	if (submission.status !== 'success') return refuse(submission)
	const outcome = await orRefusal(() => sendContactMessage(submission.value, asking()), {
		message: 'Failed to send message. Please try again later.',
	})
	if (!outcome.ok) return refuse(submission, outcome)
	throw await redirectWithFlash('/contact', {
		type: 'success',
		text: "Your message has been sent successfully! We'll get back to you soon.",
	})
}

const LABELS = { firstName: 'First name', lastName: 'Last name', email: 'E-mail', message: 'Message' }

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
	const [form, fields] = useForm<typeof ContactForm._input>({
		id: 'contact',
		lastResult: actionData?.result,
		defaultValue: { email: loaderData.email },
		constraint: {
			firstName: { required: true },
			lastName: { required: true },
			email: { required: true },
			message: { required: true },
		},
	})
	return (
		<>
			<PageHero kicker="Contact Us" title="A person reads every message">
				Ask about a pixel, a payment or a transfer. We answer in writing, usually within one working day.
			</PageHero>
			<div className="on-light">
				<div className="wrap grid gap-x-20 gap-y-14 py-16 md:py-20 lg:grid-cols-[minmax(0,38rem)_1fr]">
					<section aria-labelledby="write" className="grid content-start gap-6">
						<h2 id="write" className="text-xl">
							Write to us
						</h2>
						<form method="post" id={form.id} className="form">
							<ErrorSummary form={form} labels={LABELS} title={actionData?.title} />
							<div className="grid gap-6 sm:grid-cols-2">
								<InputField
									field={fields.firstName}
									label={LABELS.firstName}
									autoComplete="given-name"
									maxLength={60}
								/>
								<InputField
									field={fields.lastName}
									label={LABELS.lastName}
									autoComplete="family-name"
									maxLength={60}
								/>
							</div>
							<InputField
								field={fields.email}
								label={LABELS.email}
								type="email"
								autoComplete="email"
								maxLength={254}
							/>
							<TextareaField
								field={fields.message}
								label={LABELS.message}
								help="If it is about an order, please quote its reference."
								rows={8}
								maxLength={MESSAGE_LENGTH}
							/>
							<div className="hidden">
								<label htmlFor="leave_empty">Leave this empty</label>
								<input id="leave_empty" name="leave_empty" tabIndex={-1} autoComplete="off" />
							</div>
							<div className="actions">
								<Button data-busy="Sending...">Send message</Button>
							</div>
						</form>
					</section>
					<OtherWays />
				</div>
			</div>
		</>
	)
}

function OtherWays() {
	return (
		<aside className="grid content-start gap-10" aria-label="Other ways to reach us">
			<dl className="grid gap-8">
				<Way title="Support">
					<a className="link" href={`mailto:${brand.supportEmail}`}>
						{brand.supportEmail}
					</a>
				</Way>
				<Way title="Telephone">
					<a className="link figures" href={brand.phoneHref}>
						{brand.phone}
					</a>
				</Way>
				{brand.offices.map(office => (
					<Way key={office.city} title={office.city}>
						{office.address}
					</Way>
				))}
			</dl>
		</aside>
	)
}

function Way({ title, children }: { title: string; children: ReactNode }) {
	return (
		<div className="grid gap-1 border-t border-line pt-4">
			<dt className="kicker">{title}</dt>
			<dd className="text-lg">{children}</dd>
		</div>
	)
}
