import { createClient } from '@libsql/client'
import { openHttp, parseLibsqlUrl } from '@libsql/hrana-client'
import type { DatabaseClient } from './database-client.server'
import { readTogether } from './reads-together.server'
import { openTransaction } from './remote-transaction.server'

/** A libSQL server, which is asked as seldom as may be (docs/decisions/0121). */
export function openRemote(url: string, token: string | undefined): DatabaseClient {
	const client = createClient({ url, ...(token ? { authToken: token } : {}) })
	const { hranaHttpUrl = '', authToken } = parseLibsqlUrl(url.replace(/^ws/, 'http'))
	const streams = openHttp(hranaHttpUrl, token ?? authToken)
	return {
		get closed() {
			return client.closed
		},
		execute: readTogether({
			execute: statement => client.execute(statement),
			batch: statements => client.batch(statements, 'read'),
		}),
		executeMultiple: sql => client.executeMultiple(sql),
		migrate: statements => client.migrate(statements),
		transaction: async () => openTransaction(streams),
		// Each statement and each transaction has a connection of its own.
		reconnect: () => undefined,
		close() {
			client.close()
			streams.close()
		},
	}
}
