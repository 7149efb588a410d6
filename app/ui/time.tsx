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

/** A moment (UTC ms), in London time as everywhere: day and time, or the day alone. */
export function Time({ at, dateOnly = false }: { at: number; dateOnly?: boolean }) {
	const text = dateOnly ? day.format(at) : timeText(at)
	return <time dateTime={new Date(at).toISOString()}>{text}</time>
}

/**
 * A clock to a moment (UTC ms). Without scripts `wordsBefore` and the moment, with them the time that is left after
 * `clockBefore`; at the end it says `over`. The button with the id `wakes` waits for it.
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
	return (
		<count-down until={until} over={over} before={clockBefore || undefined} wakes={wakes} className="figures">
			{wordsBefore} <Time at={until} />
		</count-down>
	)
}
