import { expect, test } from 'vitest'
import { approvalLabel, needsReason } from './labels'

const pending = (receivedPence: number) =>
	({ status: 'pending', totalPence: 500, receivedPence, sentPence: 0 }) as const

test('an approval with a part of the total needs a reason, and every reason has an explanation', () => {
	const reasons = [0, 1, 499, 500, 501].map(received => needsReason(pending(received)))
	expect(reasons).toEqual([false, true, true, false, false])
	expect(approvalLabel(pending(0))).toContain('by the receipt alone')
	expect(approvalLabel(pending(200))).toContain('£3 is outstanding')
	expect(approvalLabel(pending(501))).toContain('overpaid by £0.01')
	expect(approvalLabel(pending(500))).toContain('paid in full')
})
