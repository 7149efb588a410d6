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

/** '21 Nov 2026, 14:05 GMT' of a UTC time in milliseconds. A line breaks between date and time alone. */
export function timeText(at: number) {
	return dayAndTime.format(at).replaceAll(/(?<!,) /g, '\u00a0')
}

/** A moment (UTC ms) in London time; scripts turn it into the reader's own. */
export function Time({ at, dateOnly = false }: { at: number; dateOnly?: boolean }) {
	return (
		<time dateTime={new Date(at).toISOString()} data-local={dateOnly ? 'day' : 'time'}>
			{dateOnly ? day.format(at) : timeText(at)}
		</time>
	)
}

/**
 * A clock to a moment (UTC ms). Without scripts `wordsBefore` and the moment, with them the time that is left after
 * `clockBefore`; at the end it says `over`. A button with `data-after` and this `id` waits for it.
 */
export function Countdown({
	until,
	over = 'Time is up',
	id,
	wordsBefore = 'until',
	clockBefore = '',
}: {
	until: number
	over?: string
	id?: string
	wordsBefore?: string
	clockBefore?: string
}) {
	return (
		<time
			id={id}
			dateTime={new Date(until).toISOString()}
			data-enhance="countdown"
			data-until={until}
			data-before={clockBefore || undefined}
			data-over={over}
		>
			{wordsBefore} {timeText(until)}
		</time>
	)
}
