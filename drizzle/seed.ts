import { seed } from '~/domain/settings/seed.server'
import { closeDatabase } from '../app/server/db/db.server'
import { migrate } from '../app/server/db/migrate.server'
import { log } from '../app/server/ops/log.server'

await migrate()
const warning = await seed(Date.now())
if (warning) log.warn(warning)
await closeDatabase()
