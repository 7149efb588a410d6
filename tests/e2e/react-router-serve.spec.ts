import { test, WIDTHS } from '../support/journey'
import { doMainJob } from '../support/main-job'

/* `npm run serve`: the same build under react-router-serve, without guest cache and JSON log. This is the run of the
   main job without scripts on a phone. */

test.use({
	program: ['node_modules/@react-router/serve/bin.js', 'build/server/index.js'],
	viewport: { width: WIDTHS.phone, height: 900 },
})

test('the main job works under react-router-serve @no-js', async ({ page, mails, otherPage }) => {
	test.setTimeout(360_000)
	await doMainJob({ rows: [28, 29], cols: [3, 5], name: 'Serve' }, { page, mails, otherPage, scripts: false })
})
