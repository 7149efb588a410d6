/* A process that takes the write lock of a database file repeatedly: arguments FILE, SECONDS, TIMES, and "exclusive"
   to block readers as well; then the seconds begin with a line on its input. Prints a line when it has the lock and
   one when it has released it. */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@libsql/client'

const [file = '', seconds = '1', times = '1', mode = 'write'] = process.argv.slice(2)

for (let time = 0; time < Number(times); time++) {
	const client = createClient({ url: `file:${file}`, timeout: 30_000, concurrency: 1 })
	if (mode === 'exclusive')
		await client.executeMultiple('pragma locking_mode = exclusive; pragma journal_mode = wal')
	const transaction = await client.transaction('write')
	await transaction.execute('update grid_state set version = version')
	console.log('locked')
	if (mode === 'exclusive') await once(process.stdin, 'data')
	await pause(Number(seconds) * 1000)
	await transaction.commit()
	client.close()
	console.log('released')
}
process.stdin.destroy()
