import type { ReactNode } from 'react'
import { OPERATIONS } from '~/api/operations.server'
import { readCrop } from '~/domain/grid/picture/crop.server'
import { sessionLifeText } from '~/server/auth/session.server'
import { API_LIMIT } from '~/server/http/api-limit.server'
import { API_BODY_LIMIT, PROBLEMS } from '~/server/http/api-response.server'
import type { CacheForGuests } from '~/server/http/guest-cache.server'
import { PageHero } from '~/ui/layout/page-hero'
import { pageMeta } from '~/ui/layout/page-meta'
import type { Route } from './+types/api'

export const handle = { cacheForGuests: { byProxies: true } satisfies CacheForGuests }

export const meta: Route.MetaFunction = ({ matches }) =>
	pageMeta({
		title: 'API',
		description:
			'Everything that the pages do, for programs: logging in, buying pixels and managing them, in JSON.',
		path: '/api',
		origin: matches[0].loaderData.origin,
	})

export async function loader() {
	const groups = [...new Set(OPERATIONS.map(({ group }) => group))]
	return {
		crop: await readCrop(Date.now(), 'crop-3'),
		limit: { ...API_LIMIT, kilobytes: API_BODY_LIMIT / 1024 },
		life: sessionLifeText('user'),
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
			<PageHero kicker="API" title="For programs" crop={crop}>
				Everything that the pages do, in JSON, by the same rules.
			</PageHero>
			<div className="on-light">
				<div className="wrap grid grid-cols-[minmax(0,56rem)] gap-12 py-16 md:py-20">
					<Part title="Logging in">
						<p>
							Log in, and send the token that you get with every other call. {life} It is shown once; end it
							with <Code>/api/user/logout</Code> or in your settings. Cookies are ignored here, and tokens are
							ignored on pages. Scripts on other sites cannot call it: there are no CORS headers.
						</p>
						<Listing>{LOGIN(origin)}</Listing>
						<p>
							Without an account, register first. The code comes by email; the response to it carries a token,
							as the response to the log-in does.
						</p>
						<Listing>{REGISTER(origin)}</Listing>
						<p>
							For an unattended program, make a key in your settings, under “Keys for the API”: it has a name
							and an expiry date, and can be read-only. Send it like a token.
						</p>
						<p>
							With two-factor authentication the response is 401 with the code <Code>second-factor</Code> and
							a <Code>challenge</Code>: send it with the six digits of your app to{' '}
							<Code>/api/user/login/code</Code>.
						</p>
					</Part>
					<Part title="A purchase from end to end">
						<p>
							Put the pixels on hold; the response has the reference to quote, the total and the account to
							pay to. After your transfer, send its details with the receipt.
						</p>
						<Listing>{PURCHASE(origin)}</Listing>
						<p>
							The pixels are yours at once. <Code>/api/user/transaction</Code> says how the payment stands:{' '}
							<Code>pending</Code>, then <Code>purchase</Code> once it is verified.
						</p>
						<p>
							An <Code>Idempotency-Key</Code> that you choose lets you send the same request again after a
							broken connection: one effect, and the same response for a day. Even if our server stopped in
							the middle, the key returns the outcome of the first request within a minute.
						</p>
					</Part>
					<Part title="Responses and errors">
						<p>
							Every response has <Code>success</Code> and <Code>message</Code>, and on success{' '}
							<Code>data</Code>; lists have <Code>page</Code> and <Code>total</Code> beside it. An error has a
							fitting status, a <Code>code</Code> that does not change, and <Code>fields</Code> where single
							fields are wrong.
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
							Any call may respond with one of these. Other codes name what a call refused, such as{' '}
							<Code>taken</Code> or <Code>wrong-password</Code>; rely on the status for codes you do not know.
						</p>
						<p>
							Records that others may change carry a <Code>version</Code>: send the one you saw. Of two
							changes at once, the second is refused (409).
						</p>
					</Part>
					<Part title="Limits">
						<p>
							An account, or without a token an address, may send {limit.requests} requests in {limit.seconds}{' '}
							seconds. The other limits are those of the pages: wrong passwords and codes, messages, checkouts
							and uploads are counted. Above a limit the response is 429 with the code <Code>too-many</Code>,
							and <Code>Retry-After</Code> says how many seconds to wait. During maintenance it is 503. A body
							has at most {limit.kilobytes} kB, with files 5 MB each.
						</p>
					</Part>
					<Part title="All calls">
						<p>
							The{' '}
							<a className="link" href="/api/openapi.json">
								OpenAPI document
							</a>{' '}
							describes each of them to programs.
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

/* Text between backticks is code, as in the document. */
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
