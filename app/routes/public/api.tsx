import type { ReactNode } from 'react'
import { OPERATIONS } from '~/api/operations.server'
import { readCrop } from '~/domain/grid/picture/crop.server'
import { API_LIMIT } from '~/server/http/api-limit.server'
import { API_BODY_LIMIT, PROBLEMS } from '~/server/http/api-response.server'
import { describeSessionEnd } from '~/server/http/cookie-list.server'
import type { CacheForGuests } from '~/server/http/guest-cache.server'
import { PageHero } from '~/ui/layout/page-hero'
import { pageMeta } from '~/ui/layout/page-meta'
import type { Route } from './+types/api'

export const handle = { cacheForGuests: { byProxies: true } satisfies CacheForGuests }

export const meta: Route.MetaFunction = ({ matches }) =>
	pageMeta(matches, {
		title: 'API',
		description: 'The JSON API: log in, buy and manage pixels, and read statistics from your own programs.',
		path: '/api',
	})

export async function loader() {
	const groups = [...new Set(OPERATIONS.map(({ group }) => group))]
	return {
		crop: await readCrop(Date.now(), 'crop-5'),
		limit: { ...API_LIMIT, kilobytes: API_BODY_LIMIT / 1024 },
		life: `A session ends ${describeSessionEnd('user')}.`,
		problems: PROBLEMS,
		groups: groups.map(title => ({
			title,
			calls: OPERATIONS.filter(({ group }) => group === title).map(({ method, path, summary, access }) => ({
				method,
				path: `/api${path}`,
				summary,
				access: ACCESS_LABELS[access],
			})),
		})),
	}
}

const ACCESS_LABELS = {
	anybody: 'Anybody',
	account: 'Any account',
	user: 'Members',
	admin: 'Administrators',
} as const

export default function Api({ loaderData, matches }: Route.ComponentProps) {
	const { crop, life, limit, problems, groups } = loaderData
	const { origin } = matches[0].loaderData
	return (
		<>
			<PageHero kicker="API" title="JSON API" crop={crop}>
				Buy, manage and sell pixels from your own programs, by the rules of the pages.
			</PageHero>
			<div className="on-light">
				<div className="wrap grid grid-cols-[minmax(0,56rem)] gap-12 py-16 md:py-20">
					<Part title="Logging in">
						<p>
							Log in, then send the token with every request. {life} It is returned only once. End it with{' '}
							<Code>/api/user/logout</Code> or in your settings. The API ignores cookies, and the pages ignore
							tokens. There are no CORS headers, so scripts on other sites cannot use the API.
						</p>
						<Listing>{LOGIN(origin)}</Listing>
						<p>
							Without an account, register first. Confirm with the code in the email; the response contains a
							token.
						</p>
						<Listing>{REGISTER(origin)}</Listing>
						<p>
							For unattended programs, create a key in your settings under “API keys”. It has a name and an
							expiry date and can be read-only. Send it like a token.
						</p>
						<p>
							With two-factor authentication, the response is 401 with the code <Code>second-factor</Code> and
							a <Code>challenge</Code>. Send it with the six digits of your app to{' '}
							<Code>/api/user/login/code</Code>.
						</p>
					</Part>
					<Part title="A purchase from end to end">
						<p>
							Put the pixels on hold. The response contains the payment reference, the total and our bank
							details. After the bank transfer, send its details with the receipt.
						</p>
						<Listing>{PURCHASE(origin)}</Listing>
						<p>
							The pixels are yours at once. <Code>/api/user/transaction</Code> returns the status of the
							payment: <Code>pending</Code>, then <Code>purchase</Code> once it is verified.
						</p>
						<p>
							Send an <Code>Idempotency-Key</Code> of your choice to repeat a request safely after a broken
							connection. For a day, requests with the same key take effect once and get the same response. If
							our server stops in the middle, the key returns the outcome within a minute.
						</p>
					</Part>
					<Part title="Responses and errors">
						<p>
							Every response has <Code>success</Code> and <Code>message</Code>. Successful ones have{' '}
							<Code>data</Code>, and lists also <Code>page</Code> and <Code>total</Code>. Errors have a stable{' '}
							<Code>code</Code>, and <Code>fields</Code> if some fields are invalid.
						</p>
						<Listing>{PROBLEM}</Listing>
						<dl className="border-t border-line">
							{problems.map(({ status, code, message }) => (
								<Entry key={status} term={`${status} ${code}`}>
									{message}
								</Entry>
							))}
						</dl>
						<p>
							Any operation can return these errors. Some have codes of their own, such as <Code>taken</Code>{' '}
							or <Code>wrong-password</Code>. Rely on the status if you do not know a code.
						</p>
						<p>
							Records that others can change have a <Code>version</Code>. Send the one that you have read: if
							somebody else has changed the record since, the response is 409.
						</p>
					</Part>
					<Part title="Limits">
						<p>
							The rate limit is {limit.requests} requests in {limit.seconds} seconds per account, or per
							address without a token. As on the pages, wrong passwords and codes, messages, checkouts and
							uploads have limits too. Above a limit the response is 429 with the code <Code>too-many</Code>,
							and <Code>Retry-After</Code> contains the seconds to wait. During maintenance it is 503. A body
							can have {limit.kilobytes} kB, plus 5 MB for each file.
						</p>
					</Part>
					<Part title="Operations">
						<p>
							The{' '}
							<a className="link" href="/api/openapi.json">
								OpenAPI document
							</a>{' '}
							describes every operation with its schemas.
						</p>
						{groups.map(group => (
							<Group key={group.title} {...group} />
						))}
					</Part>
				</div>
			</div>
		</>
	)
}

function Part({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section className="grid grid-cols-1 gap-5 [&>p]:max-w-text">
			<h2 className="text-xl">{title}</h2>
			{children}
		</section>
	)
}

function Code({ children }: { children: ReactNode }) {
	return <code className="text-sm wrap-anywhere">{children}</code>
}

function Listing({ children }: { children: string }) {
	return (
		<pre className="border border-line p-4 text-sm wrap-anywhere whitespace-pre-wrap">
			<code>{children}</code>
		</pre>
	)
}

type GroupProps = Route.ComponentProps['loaderData']['groups'][number]

function Group({ title, calls }: GroupProps) {
	return (
		<section className="grid grid-cols-1 gap-3">
			<h3 className="text-lg">{title}</h3>
			<dl className="border-t border-line">
				{calls.map(({ method, path, summary, access }) => (
					<Entry key={method + path} term={`${method} ${path}`}>
						<Summary>{summary}</Summary>. <span className="text-muted">{access}.</span>
					</Entry>
				))}
			</dl>
		</section>
	)
}

function Entry({ term, children }: { term: string; children: ReactNode }) {
	return (
		<div className="grid gap-1 border-b border-line py-3">
			<dt className="text-sm break-all">
				<code>{term}</code>
			</dt>
			<dd className="text-sm">{children}</dd>
		</div>
	)
}

/* Renders text between backticks as code. */
function Summary({ children }: { children: string }) {
	return children.split('`').map((part, at) => (at % 2 ? <Code key={part}>{part}</Code> : part))
}

const LOGIN = (origin: string) => `curl ${origin}/api/user/login \\
  -H 'Content-Type: application/json' \\
  -d '{"email": "ada@example.test", "password": "correct horse battery"}'

{"success": true, "message": "Login successful", "token": "...", "data": {...}}

curl ${origin}/api/user/userdetail -H "Authorization: Bearer $TOKEN"`

const REGISTER = (origin: string) => `curl ${origin}/api/user/register \\
  -H 'Content-Type: application/json' \\
  -d '{"full_name": "Ada Example", "email": "ada@example.test", "password": "correct horse battery"}'

curl ${origin}/api/user/verify-registration \\
  -H 'Content-Type: application/json' \\
  -d '{"email": "ada@example.test", "otp": "492039"}'`

const PURCHASE = (origin: string) => `curl ${origin}/api/user/create-checkout-session \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: checkout-1' \\
  -d '{"selectBlocks": [{"id": 112}, {"id": 113}]}'

curl ${origin}/api/user/pixels/buy \\
  -H "Authorization: Bearer $TOKEN" -H 'Idempotency-Key: purchase-1' \\
  -F 'selectBlocks=[{"id": 112}, {"id": 113}]' \\
  -F name='Example Holdings Ltd' -F email=buyer@example.test \\
  -F contact_no='+44 7700 900123' -F country=UK \\
  -F bank_name='Example Bank' -F bank_account_no=GB00EXMP00000000 \\
  -F payment_id=TX-1 -F payment_receipt=@receipt.pdf`

const PROBLEM = `HTTP/1.1 422
{
  "success": false,
  "message": "Country is required",
  "code": "invalid",
  "fields": { "country": ["Country is required"] }
}`
