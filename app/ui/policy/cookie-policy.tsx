import { capitalize } from '~/domain/text'
import { type Column, Table } from '../lists/table'

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
