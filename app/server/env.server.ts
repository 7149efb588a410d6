import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const optional = z
	.string()
	.trim()
	.transform(value => value || undefined)
	.optional()

const Variables = z.object({
	NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
	DEMO: optional,
	PORT: z.coerce.number().int().min(1).max(65535).default(3000),
	APP_URL: optional.pipe(z.url({ protocol: /^https?$/ }).optional()),
	DATA_DIR: z.string().min(1).default('./data'),
	DATABASE_URL: optional.pipe(
		z
			.string()
			.regex(/^(file|libsql|https?|wss?):/, 'must start with file:, libsql:, http: or https:')
			.optional(),
	),
	DATABASE_AUTH_TOKEN: optional,
	STORAGE_URL: optional.pipe(
		z
			.string()
			.regex(/^(?!s3:)/, 's3 is not supported yet, name a directory')
			.optional(),
	),
	SESSION_SECRET: optional.pipe(
		z
			.string()
			.refine(
				list => list.split(',').every(part => part.trim().length >= 32),
				'must have at least 32 characters, and so must each secret of a list',
			)
			.optional(),
	),
	SMTP_URL: optional.pipe(z.url({ protocol: /^smtps?$/ }).optional()),
	MAIL_FROM: optional,
	GOOGLE_CLIENT_ID: optional,
	GOOGLE_CLIENT_SECRET: optional,
	GOOGLE_ISSUER: optional.pipe(z.url().optional()),
	ADMIN_EMAIL: optional.pipe(z.email().optional()),
	/* The lengths that the log-in takes. */
	ADMIN_PASSWORD: optional.pipe(
		z
			.string()
			.min(8, 'must have at least 8 characters')
			.max(128, 'must have at most 128 characters')
			.optional(),
	),
	TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
	LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
})

/* Of several processes that start at once one wins, and nobody reads a file that is written by half. */
function generatedSecret(dataDir: string): string {
	const file = path.join(dataDir, 'session-secret')
	if (!existsSync(file)) {
		const own = `${file}.${randomBytes(6).toString('hex')}`
		writeFileSync(own, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
		try {
			linkSync(own, file)
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
		} finally {
			rmSync(own)
		}
	}
	return readFileSync(file, 'utf8')
}

/**
 * Reads and checks the configuration (the README lists the variables).
 * @throws Error with one sentence per missing or malformed variable.
 */
export function readEnv(source: Record<string, string | undefined>) {
	const parsed = Variables.safeParse(source)
	if (!parsed.success) {
		const sentences = parsed.error.issues.map(
			issue => `The environment variable ${issue.path.join('.')} is wrong: ${issue.message}.`,
		)
		throw new Error(sentences.join(' '))
	}
	const values = parsed.data
	const production = values.NODE_ENV === 'production' && !values.DEMO
	const dataDir = path.resolve(values.DATA_DIR)
	mkdirSync(dataDir, { recursive: true })
	if (production && !values.SESSION_SECRET) {
		throw new Error('The environment variable SESSION_SECRET is missing; it is required in production.')
	}
	if (Boolean(values.GOOGLE_CLIENT_ID) !== Boolean(values.GOOGLE_CLIENT_SECRET)) {
		throw new Error(
			'The environment variables GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together.',
		)
	}
	if (values.SMTP_URL && !values.MAIL_FROM) {
		throw new Error('The environment variable MAIL_FROM is missing; it is required with SMTP_URL.')
	}
	const appUrl = new URL(values.APP_URL ?? `http://localhost:${values.PORT}`)
	const secret = values.SESSION_SECRET ?? generatedSecret(dataDir)
	return {
		...values,
		production,
		dataDir,
		databaseUrl: values.DATABASE_URL ?? `file:${path.join(dataDir, 'market.db')}`,
		storageUrl: values.STORAGE_URL ?? path.join(dataDir, 'files'),
		appUrl,
		secureCookies: appUrl.protocol === 'https:',
		sessionSecrets: secret.split(',').flatMap(part => part.trim() || []),
		mailFrom: values.MAIL_FROM ?? 'MCXI <no-reply@mcxi.example>',
		google:
			values.GOOGLE_CLIENT_ID && values.GOOGLE_CLIENT_SECRET
				? {
						clientId: values.GOOGLE_CLIENT_ID,
						clientSecret: values.GOOGLE_CLIENT_SECRET,
						issuer: values.GOOGLE_ISSUER ?? 'https://accounts.google.com',
					}
				: undefined,
		firstAdmin: {
			email: values.ADMIN_EMAIL ?? (production ? undefined : 'admin@mcxi.example'),
			password: values.ADMIN_PASSWORD ?? (production ? undefined : 'demo-administrator'),
		},
	}
}

export const env = readEnv(process.env)
