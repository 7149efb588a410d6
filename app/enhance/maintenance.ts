const EVERY_MS = 5 * 60_000
const OPEN = /^\/(login|admin)(\/|$)/

/** An open page learns within five minutes that maintenance has begun, and gives way to the notice. */
export function watchMaintenance(root: ParentNode) {
	if (root !== document || OPEN.test(location.pathname)) return
	setInterval(async () => {
		const answer = await fetch('/api/setting', { cache: 'no-store' }).catch(() => undefined)
		if (answer?.status === 503) location.reload()
	}, EVERY_MS)
}
