import { seed } from '~/domain/settings/seed.server'
import { closeDatabase } from '~/server/db.server'
import { log } from '~/server/log.server'
import { migrate } from '~/server/migrate.server'

await migrate()
const warning = await seed(Date.now())
if (warning) log.warn(warning)
await closeDatabase()
