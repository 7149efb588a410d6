import { randomBytes } from 'node:crypto'
import {
	accessSync,
	constants,
	existsSync,
	linkSync,
	mkdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { readStorageLocation } from '../files/file-store.server.js'
import { isLoopback } from './origin.server'
import { readSecretFiles } from './secret-files.server.js'
import { StartError } from './start-error.server'

const optional = z
	.string()
	.trim()
	.transform(value => value || undefined)
	.optional()

const PORT = 'must be a whole number from 1 to 65535'
const WEB_ADDRESS = z.url({
	protocol: /^https?$/,
	error: 'must be an address that starts with http: or https:',
})
const choice = <const T extends string>(...values: T[]) =>
	z.enum(values, { error: `must be one of ${values.join(', ')}` })

const Variables = z.object({
	NODE_ENV: choice('production', 'development', 'test').default('production'),
	DEMO: optional.pipe(
		z
			.stringbool({ truthy: ['1', 'true'], falsy: ['0', 'false'], error: 'must be 1 (on) or 0 (off)' })
			.optional(),
	),
	PORT: z.coerce.number(PORT).int(PORT).min(1, PORT).max(65535, PORT).optional(),
	HOST: z.string().trim().min(1, 'must be an address of this machine').default('127.0.0.1'),
	APP_URL: optional.pipe(WEB_ADDRESS.optional()),
	DATA_DIR: z.string().min(1).default('./data'),
	DATABASE_URL: optional.pipe(
		z
			.string()
			.regex(/^(file|libsql|https?|wss?):/, 'must start with file:, libsql:, http: or https:')
			.optional(),
	),
	DATABASE_AUTH_TOKEN: optional,
	STORAGE_URL: optional,
	S3_ACCESS_KEY_ID: optional,
	S3_SECRET_ACCESS_KEY: optional,
	S3_REGION: optional,
	SESSION_SECRET: optional.pipe(
		z
			.string()
			.refine(
				list => list.split(',').every(part => part.trim().length >= 32),
				'must have at least 32 characters, and so must each secret of a list',
			)
			.optional(),
	),
	SMTP_URL: optional.pipe(
		z.url({ protocol: /^smtps?$/, error: 'must be an address that starts with smtp: or smtps:' }).optional(),
	),
	MAIL_FROM: optional,
	GOOGLE_CLIENT_ID: optional,
	GOOGLE_CLIENT_SECRET: optional,
	GOOGLE_ISSUER: optional.pipe(WEB_ADDRESS.optional()),
	ADMIN_EMAIL: optional.pipe(z.email('must be an email address').optional()),
	/* The lengths that the log-in form accepts. */
	ADMIN_PASSWORD: optional.pipe(
		z
			.string()
			.min(8, 'must have at least 8 characters')
			.max(128, 'must have at most 128 characters')
			.optional(),
	),
	TRUST_PROXY: z
		.string()
		.trim()
		.regex(/^(10|\d)?$/, 'must be a whole number from 0 to 10: the number of proxies in front')
		.transform(Number)
		.default(0),
	METRICS_TOKEN: optional,
	REVISION: optional,
	LOG_LEVEL: choice('silent', 'error', 'warn', 'info', 'debug').default('info'),
})

/* Of several processes that start at once one creates it, and none reads a half-written file. */
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
 * @throws StartError when files cannot be stored in `dataDir`: it is no directory, belongs to another user, or is
 * read-only.
 */
function prepareDataDir(dataDir: string): void {
	try {
		makeDirectory(dataDir)
		accessSync(`${dataDir}/.`, constants.R_OK | constants.W_OK | constants.X_OK)
	} catch (error) {
		throw new StartError(
			`The environment variable DATA_DIR names a directory that cannot be used: ${(error as Error).message}.`,
		)
	}
}

/* Not `recursive: true`: below a directory where the system forbids new ones, such as /proc, Node never returns. */
function makeDirectory(directory: string): void {
	try {
		mkdirSync(directory, { mode: 0o700 })
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		if (code === 'EEXIST') return
		if (code !== 'ENOENT' || existsSync(path.dirname(directory))) throw error
		makeDirectory(path.dirname(directory))
		makeDirectory(directory)
	}
}

/* The administrator of a demonstration has a published password, so it must not be reachable from other machines. */
function refusePublicDemo(values: Pick<z.infer<typeof Variables>, 'HOST' | 'NODE_ENV'>, appUrl: URL): void {
	if (isLoopback(appUrl.hostname) && isLoopback(values.HOST)) return
	const mode = values.NODE_ENV === 'production' ? 'DEMO is' : `NODE_ENV=${values.NODE_ENV} is`
	const cause = isLoopback(appUrl.hostname) ? `HOST is ${values.HOST}` : `APP_URL is ${appUrl.origin}`
	throw new StartError(
		`${mode} for this machine alone, but the environment variable ${cause}: the demonstration's password is public. ` +
			'Set SESSION_SECRET, ADMIN_EMAIL and ADMIN_PASSWORD, and leave DEMO unset.',
	)
}

function filesPlace(storageUrl: string, values: z.infer<typeof Variables>) {
	try {
		return readStorageLocation(storageUrl, values)
	} catch (error) {
		throw new StartError((error as Error).message)
	}
}

function withSecretFiles(variables: Record<string, string | undefined>) {
	try {
		return readSecretFiles(variables)
	} catch (error) {
		throw new StartError((error as Error).message)
	}
}

/**
 * Reads and validates the configuration (docs/operations/configuration.md lists the variables).
 * @throws StartError with one sentence per missing or malformed variable.
 */
export function readEnv(variables: Record<string, string | undefined>) {
	const parsed = Variables.safeParse(withSecretFiles(variables))
	if (!parsed.success) {
		const sentences = parsed.error.issues.map(
			issue => `The environment variable ${issue.path.join('.')} is wrong: ${issue.message}.`,
		)
		throw new StartError(sentences.join(' '))
	}
	// Vite's own port in development (vite.config.ts).
	const { PORT = parsed.data.NODE_ENV === 'development' ? 5173 : 3000 } = parsed.data
	const values = { ...parsed.data, PORT }
	const production = values.NODE_ENV === 'production' && !values.DEMO
	const dataDir = path.resolve(values.DATA_DIR)
	if (production && !values.SESSION_SECRET) {
		throw new StartError('The environment variable SESSION_SECRET is missing; it is required in production.')
	}
	if (Boolean(values.GOOGLE_CLIENT_ID) !== Boolean(values.GOOGLE_CLIENT_SECRET)) {
		throw new StartError(
			'The environment variables GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together.',
		)
	}
	if (values.SMTP_URL && !values.MAIL_FROM) {
		throw new StartError('The environment variable MAIL_FROM is missing; it is required with SMTP_URL.')
	}
	const appUrl = new URL(values.APP_URL ?? `http://localhost:${values.PORT}`)
	if (!production) refusePublicDemo(values, appUrl)
	prepareDataDir(dataDir)
	const secret = values.SESSION_SECRET ?? generatedSecret(dataDir)
	const databaseUrl = values.DATABASE_URL ?? `file:${path.join(dataDir, 'market.db')}`
	const storageUrl = values.STORAGE_URL ?? path.join(dataDir, 'files')
	return {
		...values,
		production,
		dataDir,
		databaseUrl,
		/** The database's location for messages, without secrets. */
		databasePlace: databaseUrl.startsWith('file:')
			? databaseUrl
			: `libSQL server ${databaseUrl.replace(/(\/\/)([^/]*@)?([^/?#]*).*/, '$1$3')}`,
		storageUrl,
		files: filesPlace(storageUrl, values),
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
