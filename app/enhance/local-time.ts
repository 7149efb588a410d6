const forms = {
	day: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }),
	time: new Intl.DateTimeFormat('en-GB', {
		day: 'numeric',
		month: 'short',
		year: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
		timeZoneName: 'short',
	}),
}

/** Times that the server wrote in London's clock, in the reader's own. */
export function enhanceLocalTimes(root: ParentNode) {
	for (const time of root.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
		const at = Date.parse(time.dateTime)
		if (Number.isNaN(at)) continue
		const text = forms[time.dataset['local'] === 'day' ? 'day' : 'time'].format(at)
		// A line breaks between date and time alone, as where the server wrote it.
		time.textContent = text.replaceAll(/(?<!,) /g, '\u00a0')
	}
}
