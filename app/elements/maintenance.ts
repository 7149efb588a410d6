const EVERY_MS = 5 * 60_000
const OPEN = /^\/(login|admin)(\/|$)/

/** An open page learns within five minutes that maintenance has begun, and gives way to the notice. */
export function watchMaintenance(): void {
	if (OPEN.test(location.pathname)) return
	setInterval(async () => {
		const answer = await fetch('/api/setting', { cache: 'no-store' })
			.then(response => response.json())
			.catch(() => undefined)
		if (answer?.data?.[0]?.maintenance_mode === '1') location.reload()
	}, EVERY_MS)
}
