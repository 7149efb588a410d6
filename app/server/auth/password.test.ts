import { expect, test } from 'vitest'
import { withRequestContext } from '../http/request-context.server'
import { hashPassword, PasswordsBusyError } from './password.server'

const hashFrom = (address: string) =>
	withRequestContext(new Request('http://localhost/'), () => hashPassword('correct horse battery'), {
		id: 'flood',
		address,
	})

test('many hashes for one address delay those for another by a few at most', async () => {
	const done: string[] = []
	const flood = Array.from({ length: 80 }, () =>
		hashFrom('203.0.113.1').then(
			() => done.push('flood'),
			error => {
				expect(error).toBeInstanceOf(PasswordsBusyError)
				done.push('refused')
			},
		),
	)
	const other = hashFrom('203.0.113.2').then(() => done.push('other'))
	await other
	// With a single queue it would finish after the 66 others. The number of threads depends on the machine.
	expect(done.filter(value => value === 'flood').length).toBeLessThan(20)
	await Promise.all(flood)
	expect(done.filter(value => value === 'refused')).toHaveLength(80 - 64 - 2)
})
