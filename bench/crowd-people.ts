/**
 * Members for bench/crowd.ts, and their sessions: `tsx bench/crowd-people.ts READERS BUYERS`. Prints the cookies of the
 * readers, the tokens of the buyers and of an administrator, and the free tiny pixels.
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { CELLS } from '~/domain/grid/layout'
import { closeDatabase, type Tx, write } from '~/server/db.server'
import { accounts, cellHolders } from '~/server/schema.server'
import { openSession } from '~/server/session.server'

const [readers = 0, buyers = 0] = process.argv.slice(2).map(Number)
const NOW = Date.now()

async function member(tx: Tx, name: string): Promise<string> {
	const id = randomUUID()
	const account = { id, email: `${name}@example.test`, fullName: 'Example Member', role: 'user' as const }
	await tx.insert(accounts).values({ ...account, createdAt: NOW })
	return id
}

async function each(count: number, make: (tx: Tx, index: number) => Promise<string>): Promise<string[]> {
	const made: string[] = []
	for (let from = 0; from < count; from += 100) {
		const some = await write(async tx => {
			const all: string[] = []
			for (let at = from; at < Math.min(count, from + 100); at++) all.push(await make(tx, at))
			return all
		})
		made.push(...some)
	}
	return made
}

const cookies = await each(readers, async (tx, at) => {
	const [pair = ''] = (await openSession(tx, await member(tx, `reader${at}`), NOW)).split(';')
	return pair
})
const tokens = await each(buyers, async (tx, at) =>
	openSession(tx, await member(tx, `crowd${at}`), NOW, 'token'),
)
const [admin] = await write(tx => tx.select().from(accounts).where(eq(accounts.role, 'admin')))
const desk = await write(tx => openSession(tx, admin?.id ?? '', NOW, 'token'))
const held = new Set((await write(tx => tx.select().from(cellHolders))).map(({ cell }) => cell))
const free = CELLS.filter(({ id, type }) => type === 'tiny' && !held.has(id)).map(({ id }) => id)
console.log(JSON.stringify({ cookies, tokens, desk, free }))
await closeDatabase()
