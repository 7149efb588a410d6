/** The recipient of an offer. */
export const BUYER_EMAIL = {
	label: 'Email of the buyer',
	type: 'email',
	inputMode: 'email',
	autoComplete: 'off',
	maxLength: 254,
} as const

/** Until when pixels are lent, if they are. */
export const TRANSFER_TILL = {
	label: 'Transfer till',
	optional: true,
	type: 'datetime-local',
	help: 'London time. With a date the pixels are lent: they come back to you at that time, with what they show now. Without one the transfer is permanent.',
}
