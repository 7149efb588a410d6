import { matchPath, type Params } from 'react-router'
import { groupBy } from '~/domain/group-by'
import { accountOperations } from './calls/account.server'
import { backOfficeOperations } from './calls/back-office.server'
import { buyingOperations } from './calls/buying.server'
import { couponOperations } from './calls/coupons.server'
import { figureOperations } from './calls/figures.server'
import { historyOperations } from './calls/history.server'
import { houseOperations } from './calls/house.server'
import { invitationOperations } from './calls/invitations.server'
import { managingOperations } from './calls/managing.server'
import { publicOperations } from './calls/public.server'
import { signInOperations } from './calls/sign-in.server'
import { userOperations } from './calls/users.server'
import type { Operation } from './operation.server'

/** Every call of the API. Its routes, the document, the page and the contract test are generated from this table. */
export const OPERATIONS: readonly Operation[] = [
	...signInOperations,
	...publicOperations,
	...figureOperations,
	...buyingOperations,
	...managingOperations,
	...invitationOperations,
	...houseOperations,
	...accountOperations,
	...backOfficeOperations,
	...historyOperations,
	...userOperations,
	...couponOperations,
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
