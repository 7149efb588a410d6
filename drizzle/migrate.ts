import { closeDatabase } from '../app/server/db/db.server'
import { migrate } from '../app/server/db/migrate.server'

console.log(`${await migrate()} migrations applied`)
await closeDatabase()
