import { bellWords } from '~/domain/transfers/rules'
import { find } from './find'

const EVERY_MS = 60_000

/**
 * The bell of an open page asks every minute whether invitations have come or gone (specification 1, section 9), and shows it
 * without a reload. When nobody answers, nothing happens. While the focus is in the list, the list waits.
 */
export function enhanceBells(root: ParentNode, enhanceInside: (root: ParentNode) => void) {
	for (const bell of find(root, 'bell', HTMLElement)) {
		setInterval(async () => {
			const news = await ask(bell.dataset['news'] ?? '').catch(() => undefined)
			if (!news || news.state === bell.dataset['state'] || bell.contains(document.activeElement)) return
			bell.dataset['state'] = news.state
			bell.innerHTML = news.html
			enhanceInside(bell)
			tell(news.count)
		}, EVERY_MS)
	}
}

type News = { count: number; state: string; html: string }

async function ask(address: string): Promise<News | undefined> {
	const answer = await fetch(address, { cache: 'no-store', redirect: 'manual' })
	if (!answer.ok) return undefined
	const { count, state, html }: Partial<News> = await answer.json()
	if (typeof count !== 'number' || typeof state !== 'string' || typeof html !== 'string') return undefined
	return { count, state, html }
}

function tell(count: number) {
	const badge = document.querySelector<HTMLElement>('[data-bell-count]')
	if (badge) {
		badge.textContent = String(count)
		badge.hidden = count === 0
	}
	const words = bellWords(count)
	document.querySelector('[data-bell-button]')?.setAttribute('aria-label', words)
	const status = document.querySelector('[data-bell-news]')
	if (status) status.textContent = words
}
