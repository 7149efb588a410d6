import type { ReactNode } from 'react'
import { formatShortDateTime, londonDay } from '~/domain/time'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Europe/London' })

type TimeProps = {
	at: number
	dateOnly?: boolean
	short?: boolean
}

/** A time (UTC ms) in London: date and time, or only the date. `short`: for a narrow column. */
export function Time({ at, dateOnly = false, short = false }: TimeProps) {
	const text = dateOnly ? day.format(at) : formatShortDateTime(at)
	const dateTime = new Date(at).toISOString()
	if (!short) return <time dateTime={dateTime}>{text}</time>
	return (
		<time dateTime={dateTime} title={text}>
			{withoutThisYear(text).replace(/\u00a0(GMT|BST)$/, '')}
		</time>
	)
}

/** A day written `2026-11-21`: '21 Nov', with the year if it is not this one. */
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

type Props = {
	until: number
	after: string
	enables?: string
	wordsBefore?: string
	clockBefore?: string
}

/**
 * A countdown to a time (UTC ms) that is minutes away. Without scripts it shows `wordsBefore` and the time of day, with
 * scripts the time left after `clockBefore`; at the end `after`. `enables`: the id of a button that is enabled then.
 * Until the scripts are loaded the text is as short as the clock, to prevent layout shift.
 */
export function Countdown({ until, after, enables, wordsBefore = 'until', clockBefore = '' }: Props) {
	const [, time = ''] = formatShortDateTime(until).split(', ')
	return (
		<count-down
			until={until}
			after={after}
			before={clockBefore || undefined}
			enables={enables}
			className="figures"
		>
			{wordsBefore}{' '}
			<time dateTime={new Date(until).toISOString()}>
				{time.slice(0, 5)}
				<span className="without-scripts">{time.slice(5)}</span>
			</time>
		</count-down>
	)
}

/**
 * Content that is valid until a time (UTC ms). Scripts then replace it by `after` and announce that; without scripts it
 * must name the time itself, as it is what a browser prints, or shows without style sheets.
 */
export function SwitchAt({ at, after, children }: { at: number; after: string; children: ReactNode }) {
	return (
		<switch-at at={at} after={after}>
			<div>{children}</div>
			<p role="status" />
		</switch-at>
	)
}
