import { describe, expect, test } from 'vitest'
import { fillDays, isRobot } from './rules'

describe('a robot', () => {
	test.each([
		null,
		'',
		'curl/8.5.0',
		'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
		'Mozilla/5.0 (compatible; bingbot/2.0)',
		'facebookexternalhit/1.1',
		'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Slackbot-LinkExpanding 1.0',
		'python-requests/2.31',
		'UptimeMonitor/1.0',
	])('is %j', agent => expect(isRobot(agent)).toBe(true))

	test.each([
		'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
		'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
		'Lynx/2.9.0dev.12 libwww-FM/2.14',
		'w3m/0.5.3+git20230121',
	])('is not %j', agent => expect(isRobot(agent)).toBe(false))
})

test('days without visitors are included, across the end of a month and of summer time', () => {
	expect(fillDays('2026-10-24', 3, [{ day: '2026-10-25', views: 4, clicks: 1 }])).toEqual([
		{ day: '2026-10-24', views: 0, clicks: 0 },
		{ day: '2026-10-25', views: 4, clicks: 1 },
		{ day: '2026-10-26', views: 0, clicks: 0 },
	])
	expect(fillDays('2026-02-27', 3, []).map(day => day.day)).toEqual([
		'2026-02-27',
		'2026-02-28',
		'2026-03-01',
	])
})
