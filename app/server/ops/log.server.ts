import pino from 'pino'
import { env } from './env.server'
import { describeError } from './errors.server'

/** The log: JSON lines on standard output. Never log secrets, codes, tokens or texts of emails. */
export const log = pino({ level: env.LOG_LEVEL, base: null, serializers: { err: describeError } })
