import ipaddr from 'ipaddr.js'
import type { Check, CheckResult } from './checks.server'

/** A request as it reached the server: the client address it derives, and headers. */
type Visit = { address: string; forwardedFor: string | null; host: string | null; referrer: string | null }

/** Checks whether proxies pass on the visitor's address, and whether the site is at APP_URL. */
export function checkVisit(visit: Visit, site: { appUrl: URL; trustProxy: number }): Check[] {
	return [
		{ name: 'Your address', ...checkAddress(visit, site) },
		{ name: 'Origin', ...checkOrigin(visit, site) },
	]
}

function checkAddress(
	{ address, forwardedFor }: Visit,
	{ appUrl, trustProxy }: { appUrl: URL; trustProxy: number },
): CheckResult {
	const seen = `The server takes ${address} for your address (TRUST_PROXY=${trustProxy}).`
	if (trustProxy === 0 && forwardedFor !== null) {
		const text = `${seen} There is a proxy in front, so everybody has this address: set TRUST_PROXY to the number of proxies.`
		return { state: 'failure', text }
	}
	if (trustProxy > 0 && forwardedFor === null) {
		const text = `${seen} No proxy has named your address: it has to send X-Forwarded-For, or TRUST_PROXY is 0.`
		return { state: 'failure', text }
	}
	if (isPrivate(address) && !isPrivate(appUrl.hostname)) {
		const text = `${seen} It belongs to a private network: unless you are in it, TRUST_PROXY is too low.`
		return { state: 'warning', text }
	}
	return { state: 'ok', text: `${seen} Compare it with the address that your network has.` }
}

function checkOrigin({ host, referrer }: Visit, { appUrl }: { appUrl: URL }): CheckResult {
	const from = referrer !== null && URL.canParse(referrer) ? new URL(referrer) : undefined
	const isSameSite = from?.host === host
	if (host !== appUrl.host || (isSameSite && from?.origin !== appUrl.origin)) {
		const seen = isSameSite ? from?.origin : host
		const text = `The site was requested as ${seen}, and APP_URL is ${appUrl.origin}: forms and links need them alike.`
		return { state: 'failure', text }
	}
	return { state: 'ok', text: `The site was requested as ${appUrl.host}, as APP_URL says.` }
}

function isPrivate(address: string): boolean {
	if (address === 'localhost') return true
	const bare = address.replace(/^\[|\]$/g, '')
	return ipaddr.isValid(bare) && ipaddr.process(bare).range() !== 'unicast'
}
