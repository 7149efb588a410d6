/* The minimum and maximum are fixed texts (P49); the actual limits are next to them. */
const purchasing = [
	{
		question: 'How do I buy pixels?',
		answer:
			'Register, confirm your email address with the code we send, and open Buy Pixels. Choose a rectangle of one size, continue to the checkout, transfer the amount with the reference shown, and upload the receipt. Your pixels are activated immediately.',
	},
	{
		question: 'Is there a minimum or a maximum purchase?',
		answer:
			'The minimum purchase is 10x10 pixels (100). There is no maximum. What holds today: a single pixel of the grid is enough; an order has a limit, and so has what you have on hold at once. The checkout says so before you pay.',
	},
	{
		question: 'How can I pay?',
		answer: 'By bank transfer. Cards, PayPal and cryptocurrency are not available today.',
	},
]

const visibility = [
	{
		question: 'Who sees my pixels?',
		answer:
			'Everyone who opens our front page. Once your payment is verified, your image is part of the grid for as long as you own the block, at the same place and at the same size, day and night.',
	},
	{
		question: 'Can I change my image, text or link later?',
		answer:
			'Yes, at any time and as often as you like. Open Management, choose one of your pixels, and save what it should show. Once your payment is verified, a change is on the front page with the next visit.',
	},
	{
		question: 'Can I sell or give away what I bought?',
		answer:
			'Yes. Invite the new owner by email. Nothing changes hands until they accept, and both of you are told in writing when they do.',
	},
]

/** The questions of /how-it-works; the first of each group starts open. */
export const FAQ = [
	{ title: 'Purchasing Pixels', items: purchasing },
	{ title: 'Visibility & Exposure', items: visibility },
]
