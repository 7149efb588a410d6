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

/* Tests run with JavaScript. The main job and one form of each family are tagged @both and run without it as well;
   tests that need JavaScript disabled are tagged @no-js. */
export default defineConfig({
	testDir: 'tests/e2e',
	// Tests that need other programs belong to `npm run test:all`.
	testIgnore: process.env['TEST_ALL'] ? [] : ['behind-nginx.spec.ts'],
	globalSetup: ['./tests/support/build-once.ts', './tests/support/template-once.ts'],
	outputDir: 'test-results',
	fullyParallel: true,
	workers: 2,
	forbidOnly: Boolean(process.env['CI']),
	retries: 0,
	// Aborts a test that hangs, with a margin for busy machines.
	timeout: 240_000,
	expect: { timeout: 30_000 },
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
		{ name: 'js-off', use: { javaScriptEnabled: false }, grep: /@(no-js|both)\b/ },
		{ name: 'js-on', use: { javaScriptEnabled: true }, grepInvert: /@no-js\b/ },
	],
})
