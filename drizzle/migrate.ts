import { closeDatabase } from '~/server/db.server'
import { migrate } from '~/server/migrate.server'

console.log(`${await migrate()} migrations applied`)
await closeDatabase()
