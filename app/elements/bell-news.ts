import { bellLabel } from '~/domain/transfers/rules'
import { needStyles } from './styles'
import { define, TypedElement } from './typed-element'

const EVERY_MS = 60_000

type News = { count: number; state: string; html: string }

/**
 * The bell of an open page asks every minute whether invitations have come or gone, and shows it without a reload. When
 * nobody answers, nothing happens. While the focus is in the list, the list waits.
 */
class BellNews extends TypedElement<'bell-news'> {
	#timer = 0

	connectedCallback() {
		needStyles()
		this.#timer = window.setInterval(() => this.#look(), EVERY_MS)
	}

	disconnectedCallback() {
		clearInterval(this.#timer)
	}

	async #look() {
		const news = await ask(this.read('address')).catch(() => undefined)
		if (!news || news.state === this.read('state') || this.contains(document.activeElement)) return
		this.setAttribute('state', news.state)
		this.innerHTML = news.html
		tell(news.count)
	}
}

async function ask(address: string): Promise<News | undefined> {
	const answer = await fetch(address, { cache: 'no-store', redirect: 'manual' })
	if (!answer.ok) return undefined
	const { count, state, html }: Partial<News> = await answer.json()
	if (typeof count !== 'number' || typeof state !== 'string' || typeof html !== 'string') return undefined
	return { count, state, html }
}

function tell(count: number) {
	const badge = document.getElementById('bell-count')
	if (badge) {
		badge.textContent = String(count)
		badge.hidden = count === 0
	}
	const words = bellLabel(count)
	document.getElementById('bell-button')?.setAttribute('aria-label', words)
	const status = document.getElementById('bell-status')
	if (status) status.textContent = words
}

define('bell-news', BellNews)
