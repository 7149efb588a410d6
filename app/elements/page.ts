import { showToast } from './toasts'

/* Scripts for the whole document. */

const MAINTENANCE_EVERY_MS = 5 * 60_000
const OPEN = /^\/(login|admin)(\/|$)/

/**
 * Shows the maintenance notice on an open page within five minutes of its start. A page with a form does not reload,
 * because that would lose what was typed: it says so until the next check.
 */
export function watchMaintenance(): void {
	if (OPEN.test(location.pathname)) return
	setInterval(async () => {
		try {
			const response = await fetch('/api/setting', { cache: 'no-store' })
			if ((await response.json()).data[0].maintenance_mode !== '1') return
			if (!document.querySelector('main form, dialog form')) return location.reload()
			showToast('warning', 'Maintenance has begun. Go on typing, and send the form when it is over.', 299)
		} catch {}
	}, MAINTENANCE_EVERY_MS)
}

/**
 * Reports clicks on links with `ping` to the server, for browsers that send no ping; the server counts a visitor once
 * however many reports arrive.
 */
export function reportClicks(): void {
	for (const kind of ['click', 'auxclick'] as const) {
		document.addEventListener(kind, event => {
			const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[ping]')
			if (link) navigator.sendBeacon(link.ping)
		})
	}
}

/** A page restored from the back/forward cache would show the later search above the earlier rows. */
export function resetSearches(): void {
	addEventListener('pageshow', ({ persisted }) => {
		if (!persisted) return
		for (const form of document.querySelectorAll<HTMLFormElement>('form[method=get]')) form.reset()
	})
}
