import { expect, test } from 'vitest'
import { describeBlockStatus } from './block-status'
import type { Block } from './rules'

const creative = { id: 'c', description: 'A lighthouse', link: 'https://a.example', imageKey: 'k' }
const block: Block = {
	cells: [200, 201],
	type: 'tiny',
	across: 2,
	down: 1,
	isRectangle: true,
	creative,
	differing: 0,
	loan: null,
	isOffered: false,
	isPending: false,
	isPublicLater: false,
}

test.each([
	[
		{ isOffered: true },
		'offered',
		'An invitation for it waits for an answer.',
		'See the offer',
		'/user/pixels/sell#listed',
	],
	[{}, 'on the grid', 'A lighthouse', 'See its page', '/pixels/200'],
	[
		{ creative: null },
		'without an image',
		'Nothing to show yet.',
		'Choose an image',
		'/user/profile?cell=200',
	],
	[
		{ creative: null, isPending: true },
		'payment in review',
		'Nothing to show yet.',
		'Choose an image',
		'/user/profile?cell=200',
	],
	[
		{ isPending: true, isPublicLater: true },
		'payment in review',
		'Your image is public once the payment is verified.',
		'Manage',
		'/user/profile?cell=200',
	],
	[
		{ differing: 1 },
		'in parts',
		'One pixel of it shows something else.',
		'Show one image on all',
		'/user/profile?cell=200',
	],
])('a block with %j is %s', (change, status, words, label, href) => {
	const described = describeBlockStatus({ ...block, ...change })
	expect(described).toEqual({ status, isWaiting: status !== 'on the grid', words, next: { label, href } })
})
