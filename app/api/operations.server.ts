import { matchPath, type Params } from 'react-router'
import { groupBy } from '~/domain/group-by'
import type { Operation } from './operation.server'
import { accountOperations } from './operations/account.server'
import { backOfficeOperations } from './operations/back-office.server'
import { buyingOperations } from './operations/buying.server'
import { couponOperations } from './operations/coupons.server'
import { figureOperations } from './operations/figures.server'
import { historyOperations } from './operations/history.server'
import { houseOperations } from './operations/house.server'
import { invitationOperations } from './operations/invitations.server'
import { managingOperations } from './operations/managing.server'
import { publicOperations } from './operations/public.server'
import { signInOperations } from './operations/sign-in.server'
import { userOperations } from './operations/users.server'

/** Every operation. Routing, the OpenAPI document, the page /api and the contract test use this table. */
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

/** Finds the operations at a path below /api, one per method, and the path parameters. */
export function findOperations(path: string): { operations: readonly Operation[]; params: Params } {
	for (const [pattern, operations] of byPattern) {
		const match = matchPath(pattern, path)
		if (match) return { operations, params: match.params }
	}
	return { operations: [], params: {} }
}
