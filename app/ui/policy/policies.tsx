import { brand } from '~/domain/brand'
import { RETENTION_MS } from '~/domain/retention/rules'
import { capitalize } from '~/domain/text'
import { DAY_MS } from '~/domain/time'
import { type Column, Table } from '../lists/table'

const days = (ms: number) => `${ms / DAY_MS} days`

/** The chapter about data: what is stored, for how long, and how to get it. `sessions`: in seconds. */
export function PrivacyPolicy({ sessions }: { sessions: { idle: number; total: number } }) {
	return (
		<>
			<p>
				We collect what the sale of a pixel needs and nothing for its own sake. This is all that we keep, and
				for how long.
			</p>
			<h3>Until you delete your account</h3>
			<ul>
				<li>Your name and email address, and your password, only as a hash.</li>
				<li>Your telephone number and a profile picture, if you give them to us.</li>
				<li>
					Which Google account is linked to yours, if you log in with Google, and the key of your
					authenticator app, encrypted, with your recovery codes, as hashes, if you use one.
				</li>
				<li>The names of the keys that you have made for programs, until they run out.</li>
				<li>The image, the description and the link that your pixels show.</li>
				<li>Internal notes of our administrators about your account.</li>
			</ul>
			<h3>For a time</h3>
			<ul>
				<li>
					Of each session: the IP address and the browser that you logged in from, when that was, and when we
					saw you last. A session ends after {days(sessions.idle * 1000)} without a visit, and after{' '}
					{days(sessions.total * 1000)} in any case. What is left of it then is removed within a day.
				</li>
				<li>
					A registration or a change of address that was not completed, with its code: until an hour after the
					code has run out.
				</li>
				<li>
					How often an IP address, an email address or an account has tried something that is limited: a day
					at most.
				</li>
				<li>What you had typed when your session ended: an hour.</li>
				<li>
					The network that you put pixels on hold from: until they are yours, or within a day of the hold's
					end.
				</li>
				<li>A checkout that did not get to the bank details: {days(RETENTION_MS.checkouts)}.</li>
				<li>An image that you placed on pixels without buying them: {days(RETENTION_MS.placedImages)}.</li>
				<li>What we answered to a program that uses your account: a day.</li>
				<li>
					The text of the emails that we send you: {days(RETENTION_MS.emailBodies)}. We keep that they were
					sent, when and to which address.
				</li>
				<li>
					What you write to us on the contact page, with your name and email address:{' '}
					{days(RETENTION_MS.contactMessages)}.
				</li>
				<li>
					How many visitors the pixels of an owner had on a day, and how many followed their link:{' '}
					{days(RETENTION_MS.statistics)}. Who they were is not kept: to count nobody twice, a number that is
					made from address and browser is held in memory until the day ends.
				</li>
				<li>
					A line in the log of our server for each page, with your IP address and your account, for as long as
					we need it to keep the service running and safe.
				</li>
			</ul>
			<h3>For the books</h3>
			<p>
				What follows stays for as long as the law on accounts requires, also after an account was deleted.
			</p>
			<ul>
				<li>
					Orders, with your name, email address, contact number, country, bank, account number, transaction ID
					and receipts, what our bank statements say of your payments, and what our administrators note about
					an order.
				</li>
				<li>Who has owned and borrowed which pixel, with receipts and certificates.</li>
				<li>Invitations, with the email addresses that they were sent to.</li>
				<li>
					A record of what was done in an account and by our administrators: what, when, and from which IP
					address.
				</li>
			</ul>
			<h3>Who sees it</h3>
			<ul>
				<li>
					We use it to run your account, to verify payments, to keep the register of owners and to answer you.
				</li>
				<li>Receipts and bank details are seen by you and by our administrators alone.</li>
				<li>
					We do not sell data, show third-party advertising or load anything from other companies' servers.
				</li>
			</ul>
			<h3>Your rights</h3>
			<p>
				You may see, correct, export or erase your data, and object to its use. In{' '}
				<a href="/user/setting">your settings</a> you can change it,{' '}
				<a href="/user/setting/export">download all of it</a> but those notes in one file, and{' '}
				<a href="/user/setting/delete">delete your account</a>. For the notes, and for everything else, write
				to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>; we answer within a month.
			</p>
		</>
	)
}

/** A cookie by its name; `lifetime`: how long a browser keeps it, as text. */
export type CookieRow = { name: string; lifetime: string; purpose: string }

const COLUMNS: Column<CookieRow>[] = [
	{
		title: 'Cookie',
		cell: ({ name }) => <code className="wrap-anywhere">{name}</code>,
		className: '@min-[30rem]:min-w-50',
	},
	{
		title: 'What it does',
		cell: ({ purpose }) => <span className="basis-full text-left">{capitalize(purpose)}</span>,
	},
	{ title: 'Kept for', cell: ({ lifetime }) => capitalize(lifetime) },
]

/** The chapter about cookies: lists each with its lifetime. */
export function CookiePolicy({ cookies }: { cookies: CookieRow[] }) {
	return (
		<>
			<p>
				We set few cookies at a time, all of them our own. None follows you to another site, and none is for
				advertising or statistics.
			</p>
			<Table
				caption="Every cookie that this website sets"
				columns={COLUMNS}
				rows={cookies}
				className="@max-[30rem]:table-as-cards"
			/>
			<p>
				They are set when you do what they are for, whether you accept or reject cookies. Without them you
				could not log in or send a form.
			</p>
		</>
	)
}
