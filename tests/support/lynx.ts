import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram } from './find-program'

/** Finds Lynx; undefined where it is not installed. */
export const lynxPath = findProgram('lynx')

/** Lynx on one site, signed in with a cookie: requests pages and returns their text. */
export async function makeLynx(origin: string, cookie: { name: string; value: string }) {
	const home = await mkdtemp(path.join(tmpdir(), 'market-lynx-'))
	const jar = path.join(home, 'cookies')
	const { hostname } = new URL(origin)
	const inAYear = Math.round(Date.now() / 1_000) + 31_536_000
	await writeFile(
		jar,
		`${[hostname, 'FALSE', '/', 'FALSE', inAYear, cookie.name, cookie.value].join('\t')}\n`,
	)

	const configuration = path.join(home, 'lynx.cfg')
	await writeFile(
		configuration,
		`ACCEPT_ALL_COOKIES:TRUE\nPERSISTENT_COOKIES:TRUE\nCOOKIE_FILE:${jar}\nCOOKIE_SAVE_FILE:${jar}\n`,
	)

	/** Renders a URL with Lynx and returns its text and final URL; with fields it submits them as a form. */
	async function show(address: string, fields?: readonly (readonly [string, string])[]): Promise<string> {
		const how = [`-cfg=${configuration}`, '-width=100', '-display_charset=utf-8']
		const post = fields ? ['-post_data'] : []
		return await new Promise((resolve, reject) => {
			const child = execFile(
				lynxPath ?? 'lynx',
				['-dump', '-nolist', ...how, ...post, origin + address],
				{ env: { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8' }, timeout: 60_000 },
				// Lynx exits with an error after a rejected form, but prints its page.
				(error, stdout, stderr) =>
					error && !stdout ? reject(new Error(stderr || error.message)) : resolve(stdout),
			)
			const body = new URLSearchParams((fields ?? []).map(([...pair]) => pair))
			child.stdin?.end(fields ? `${body}\n---\n` : '')
		})
	}

	return { show, close: () => rm(home, { recursive: true, force: true }) }
}
