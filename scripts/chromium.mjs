/* Finds a Chromium for the browser tests, and installs one where possible. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const INSTALLED = [
	// The headless shell needs a third less CPU for the same pages.
	'/usr/bin/chromium-headless-shell',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome-stable',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Returns the path of a Chromium: PLAYWRIGHT_CHROMIUM_PATH, an installed one, or the one that Playwright downloaded;
 * undefined if there is none.
 */
export async function findChromium() {
	const { chromium } = await import('@playwright/test')
	const places = [process.env['PLAYWRIGHT_CHROMIUM_PATH'], ...INSTALLED, chromium.executablePath()]
	return places.find(place => place && existsSync(place))
}

/** Installs Debian's package if possible, or else Playwright's browser. @returns if a browser is available now. */
export async function installChromium() {
	/** @type {(command: string, args: string[]) => boolean} */
	const run = (command, args) =>
		spawnSync(command, args, {
			stdio: ['ignore', 'inherit', 'inherit'],
			env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
		}).status === 0
	const mayUseApt = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
	const apt = () =>
		run('apt-get', ['-qq', 'update']) &&
		run('apt-get', ['-qq', '-y', 'install', '--no-install-recommends', 'chromium-headless-shell'])
	if (!(mayUseApt && apt())) run('npx', ['playwright', 'install', 'chromium'])
	return (await findChromium()) !== undefined
}
