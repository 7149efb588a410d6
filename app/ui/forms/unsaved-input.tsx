import { Facts } from '../facts'
import { Notice } from '../notice'

const TYPED = {
	description: 'Description',
	link: 'Link',
	reason: 'Reason',
	buyer_email: 'Email of the buyer',
	transfer_till: 'Until',
}

/** The input of a step that is no longer possible. */
export function UnsavedInput({ typed }: { typed: Record<string, unknown> | null | undefined }) {
	const items = Object.entries(TYPED).flatMap(([field, name]) => {
		const value = typed?.[field]
		return value ? [[name, String(value)]] : []
	})
	if (items.length === 0) return null
	return (
		<Notice tone="warning" title="Nothing was saved. This is what you typed:">
			<Facts items={Object.fromEntries(items)} />
		</Notice>
	)
}
