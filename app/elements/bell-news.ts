import { describeBell } from '~/domain/transfers/rules'
import { defineElement } from './define'
import { needStyles } from './styles'

const EVERY_MS = 60_000

type News = { count: number; state: string; html: string }

/* Updates the bell of an open page every minute; ignores failures. While the focus is in the list, the list stays as it
   is. */
defineElement('bell-news', (element, read) => {
	needStyles()
	const refresh = async () => {
		const news = await fetchNews(read('address')).catch(() => undefined)
		if (!news || news.state === read('state') || element.contains(document.activeElement)) return
		element.setAttribute('state', news.state)
		element.innerHTML = news.html
		showCount(news.count)
	}
	const timer = setInterval(refresh, EVERY_MS)
	return () => clearInterval(timer)
})

async function fetchNews(address: string): Promise<News | undefined> {
	const response = await fetch(address, { cache: 'no-store', redirect: 'manual' })
	return response.ok ? await response.json() : undefined
}

function showCount(count: number) {
	const badge = document.getElementById('bell-count')
	if (badge) {
		badge.textContent = String(count)
		badge.hidden = count === 0
	}
	const words = describeBell(count)
	document.getElementById('bell-button')?.setAttribute('aria-label', words)
	const status = document.getElementById('bell-status')
	if (status) status.textContent = words
}
