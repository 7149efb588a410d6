import { setTimeout as pause } from 'node:timers/promises'
import puppeteer, { type KeyInput } from 'puppeteer-core'
import { expect } from 'vitest'
import { findProgram } from './find-program'

/** Finds an unmodified Firefox; undefined if there is none. */
export const firefoxPath = findProgram('firefox-esr', 'firefox')

const ANSWER_MS = 2_000

/**
 * Starts a new Firefox on one site over WebDriver BiDi, with or without scripts. Uses only the keyboard, because
 * pointer actions would wait for scripts of the page.
 */
export async function openFirefox(origin: string, { scripts }: { scripts: boolean }) {
	const browser = await puppeteer.launch({
		browser: 'firefox',
		executablePath: firefoxPath ?? 'firefox',
		extraPrefsFirefox: { 'javascript.enabled': scripts },
		timeout: 60_000,
	})
	const page = await browser.newPage()

	/** Evaluates in the page; undefined while it navigates, when it may never respond. */
	async function ask<T>(question: () => T): Promise<T | undefined> {
		return await Promise.race([page.evaluate(question).catch(() => undefined), pause(ANSWER_MS, undefined)])
	}

	/** Waits until a page is loaded and its scripts, if enabled, have run. */
	async function arrive(address: RegExp) {
		await expect.poll(() => page.url()).toMatch(address)
		const isEnhanced = () =>
			document.readyState === 'complete' ? 'enhanced' in document.documentElement.dataset : null
		await expect.poll(() => ask(isEnhanced)).toBe(scripts)
	}

	async function open(address: string) {
		await page.goto(origin + address)
		await arrive(new RegExp(`${address}$`))
	}

	async function press(selector: string, key: KeyInput = 'Enter') {
		await page.focus(selector)
		await page.keyboard.press(key)
	}

	/** Types into fields by name, replacing their values. */
	async function type(fields: Readonly<Record<string, string>>) {
		for (const [name, text] of Object.entries(fields)) {
			await page.focus(`[name=${name}]`)
			await page.keyboard.down('Control')
			await page.keyboard.press('a')
			await page.keyboard.up('Control')
			await page.keyboard.type(text)
		}
	}

	async function chooseFile(selector: string, file: string) {
		const field = await page.$(selector)
		await (await field?.toElement('input'))?.uploadFile(file)
	}

	return { ask, open, arrive, press, type, chooseFile, close: () => browser.close() }
}
