/**
 * Tells the server that a link with `ping` is followed. Some browsers do not do so by themselves; the server counts a
 * visitor once, whoever tells it.
 */
export function tellClicks(): void {
	for (const kind of ['click', 'auxclick'] as const) {
		document.addEventListener(kind, event => {
			const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[ping]')
			if (link) navigator.sendBeacon(link.ping)
		})
	}
}
