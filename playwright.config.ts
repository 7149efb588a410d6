import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

const executablePath = await findChromium()

const launchOptions = {
	...(executablePath ? { executablePath } : {}),
	args: [
		'--no-sandbox',
		'--disable-gpu',
		'--disable-background-networking',
		'--disable-component-update',
		'--disable-sync',
		'--no-first-run',
	],
}

/* Every journey runs twice, without and with JavaScript. One that makes sense in one of the two alone is tagged @js or
   @no-js. */
export default defineConfig({
	testDir: 'tests/e2e',
	globalSetup: './tests/support/build-once.ts',
	outputDir: 'test-results',
	fullyParallel: true,
	workers: 2,
	forbidOnly: Boolean(process.env['CI']),
	retries: 0,
	// A libSQL server is asked over the network, one statement after another.
	timeout: process.env['TEST_DATABASE'] === 'sqld' ? 120_000 : 60_000,
	expect: { timeout: 10_000 },
	reporter: [['list']],
	use: {
		browserName: 'chromium',
		launchOptions,
		viewport: { width: 1440, height: 900 },
		locale: 'en-GB',
		timezoneId: 'Europe/London',
		screenshot: 'only-on-failure',
	},
	projects: [
		{ name: 'js-off', use: { javaScriptEnabled: false }, grepInvert: /@js\b/ },
		{ name: 'js-on', use: { javaScriptEnabled: true }, grepInvert: /@no-js\b/ },
	],
})
