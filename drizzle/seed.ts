import { seed } from '~/domain/settings/seed.server'
import { closeDatabase } from '~/server/db.server'
import { migrate } from '~/server/migrate.server'

await migrate()
await seed(Date.now())
await closeDatabase()
