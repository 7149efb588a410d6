import { matchPath, type Params } from 'react-router'
import { groupBy } from '~/domain/group-by'
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

/** Every call of the API. Its routes, the document, the page and the contract test are generated from this table. */
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

const byPattern = groupBy(OPERATIONS, ({ path }) => path.replace(/\{(\w+)\}/g, ':$1'))

/** Finds the calls at a path below /api, one per method, and the path parameters; none if no call has it. */
export function findOperations(path: string): { operations: readonly Operation[]; params: Params } {
	for (const [pattern, operations] of byPattern) {
		const match = matchPath(pattern, path)
		if (match) return { operations, params: match.params }
	}
	return { operations: [], params: {} }
}
