/* A process that reads through the product's database module and prints the result. */
import { sql } from 'drizzle-orm'
import { closeDatabase, db } from '~/server/db/db.server'

console.log('reading')
const row = await db.get<{ prices: number }>(sql`select count(*) as prices from pixel_prices`)
console.log(row.prices)
await closeDatabase()
