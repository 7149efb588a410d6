import { londonDay } from '~/domain/time'

const dayAndTime = new Intl.DateTimeFormat('en-GB', {
	day: 'numeric',
	month: 'short',
	year: 'numeric',
	hour: '2-digit',
	minute: '2-digit',
	timeZone: 'Europe/London',
	timeZoneName: 'short',
})
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Europe/London' })

/* Lists show the same times again, and a calendar takes a while. */
const known = new Map<number, string>()
const KNOWN_AT_MOST = 5_000

/** '21 Nov 2026, 14:05 GMT' of a UTC time in milliseconds. A line breaks between date and time alone. */
export function timeText(at: number) {
	const written = known.get(at)
	if (written !== undefined) return written
	const text = dayAndTime.format(at).replaceAll(/(?<!,) /g, '\u00a0')
	if (known.size >= KNOWN_AT_MOST) known.clear()
	known.set(at, text)
	return text
}

/** A moment (UTC ms), in London time as everywhere: day and time, or the day alone. `short`: for a narrow column. */
export function Time({
	at,
	dateOnly = false,
	short = false,
}: {
	at: number
	dateOnly?: boolean
	short?: boolean
}) {
	const text = dateOnly ? day.format(at) : timeText(at)
	const dateTime = new Date(at).toISOString()
	if (!short) return <time dateTime={dateTime}>{text}</time>
	return (
		<time dateTime={dateTime} title={text}>
			{withoutThisYear(text).replace(/\u00a0(GMT|BST)$/, '')}
		</time>
	)
}

/** A day as `2026-11-21`: '21 Nov', with the year where it is another one. */
export function Day({ on }: { on: string }) {
	const text = day.format(Date.parse(`${on}T12:00Z`)).replaceAll(' ', '\u00a0')
	return (
		<time dateTime={on} title={text}>
			{withoutThisYear(text)}
		</time>
	)
}

function withoutThisYear(text: string): string {
	return text.replace(`\u00a0${londonDay(Date.now()).slice(0, 4)}`, '')
}

const CLOCK = /\d\d:\d\d/

/**
 * A clock to a moment (UTC ms). Without scripts `wordsBefore` and the moment, with them the time that is left after
 * `clockBefore`; at the end it says `over`. The button with the id `wakes` waits for it. Until the scripts have come
 * the moment is as short as the clock, so that no line breaks elsewhere.
 */
export function Countdown({
	until,
	over = 'Time is up',
	wakes,
	wordsBefore = 'until',
	clockBefore = '',
}: {
	until: number
	over?: string
	wakes?: string
	wordsBefore?: string
	clockBefore?: string
}) {
	const text = timeText(until)
	const [clock = ''] = CLOCK.exec(text) ?? []
	const [day, zone] = text.split(clock)
	return (
		<count-down until={until} over={over} before={clockBefore || undefined} wakes={wakes} className="figures">
			{wordsBefore}{' '}
			<time dateTime={new Date(until).toISOString()}>
				<span className="without-scripts">{day}</span>
				{clock}
				<span className="without-scripts">{zone}</span>
			</time>
		</count-down>
	)
}
