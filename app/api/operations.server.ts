import { accountCalls } from './calls/account.server'
import { backOfficeCalls } from './calls/back-office.server'
import { buyingCalls } from './calls/buying.server'
import { couponCalls } from './calls/coupons.server'
import { figureCalls } from './calls/figures.server'
import { historyCalls } from './calls/history.server'
import { houseCalls } from './calls/house.server'
import { invitationCalls } from './calls/invitations.server'
import { managingCalls } from './calls/managing.server'
import { publicCalls } from './calls/public.server'
import { signInCalls } from './calls/sign-in.server'
import { userCalls } from './calls/users.server'
import type { Operation } from './operation.server'

/** Every call of the API. The document, the page and the contract test are made of this table; routes.ts lists the
 * addresses. */
export const OPERATIONS: readonly Operation[] = [
	...signInCalls,
	...publicCalls,
	...figureCalls,
	...buyingCalls,
	...managingCalls,
	...invitationCalls,
	...houseCalls,
	...accountCalls,
	...backOfficeCalls,
	...historyCalls,
	...userCalls,
	...couponCalls,
]

const byPath = new Map<string, Operation[]>()
for (const one of OPERATIONS) {
	const pattern = one.path.replace(/\{(\w+)\}/g, ':$1')
	byPath.set(pattern, [...(byPath.get(pattern) ?? []), one])
}

/**
 * The calls of a path as the router writes it (`/user/getpixeldata/:id`), by method; none for a path that is no call's.
 */
export function operationsAt(pattern: string): readonly Operation[] {
	return byPath.get(pattern) ?? []
}
