import { expect, test } from 'vitest'
import { describeBrowser } from './browser-name'

const MOZILLA = 'Mozilla/5.0'
const KHTML = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
	['Firefox on Windows', `${MOZILLA} (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`],
	['Chrome on Linux', `${MOZILLA} (X11; Linux x86_64) ${KHTML} Chrome/141.0.0.0 Safari/537.36`],
	['Chrome on Linux', `${MOZILLA} (X11; Linux x86_64) ${KHTML} HeadlessChrome/141.0.0.0 Safari/537.36`],
	['Chrome on Android', `${MOZILLA} (Linux; Android 15; K) ${KHTML} Chrome/141.0.0.0 Mobile Safari/537.36`],
	['Edge on Windows', `${MOZILLA} (Windows NT 10.0) ${KHTML} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`],
	[
		'Opera on macOS',
		`${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${KHTML} Chrome/139 Safari/537.36 OPR/122`,
	],
	[
		'Safari on iPhone',
		`${MOZILLA} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
	],
	[
		'Chrome on iPhone',
		`${MOZILLA} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1`,
	],
	[
		'Safari on macOS',
		`${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
	],
	[
		'Samsung Internet on Android',
		`${MOZILLA} (Linux; Android 14; SM-S901B) ${KHTML} SamsungBrowser/28.0 Chrome/130 Mobile Safari/537.36`,
	],
	['Chrome on ChromeOS', `${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${KHTML} Chrome/141.0.0.0 Safari/537.36`],
	['A browser on Linux', 'Lynx/2.9 (Linux)'],
	['Unknown browser', 'curl/8.5.0'],
	['Unknown browser', ''],
	['Unknown browser', null],
])('recognises %s', (name, userAgent) => {
	expect(describeBrowser(userAgent)).toBe(name)
})
