/* Secrets in files, as Docker and Kubernetes mount them. Plain JavaScript, because scripts run it without a build. */
import { readFileSync } from 'node:fs'

/** The variables that may be given as NAME_FILE, the path of a file with the value. */
export const SECRETS = /** @type {const} */ ([
	'ADMIN_PASSWORD',
	'DATABASE_AUTH_TOKEN',
	'GOOGLE_CLIENT_SECRET',
	'METRICS_TOKEN',
	'S3_ACCESS_KEY_ID',
	'S3_SECRET_ACCESS_KEY',
	'SESSION_SECRET',
	'SMTP_URL',
])

/**
 * Returns the variables with the content of each NAME_FILE as NAME, without the trailing line break.
 * @param {Record<string, string | undefined>} variables
 * @returns {Record<string, string | undefined>}
 * @throws Error with a sentence when a file cannot be read or is empty, or NAME is set as well
 */
export function readSecretFiles(variables) {
	const read = { ...variables }
	for (const name of SECRETS) {
		const file = variables[`${name}_FILE`]?.trim()
		if (!file) continue
		if (variables[name]?.trim()) {
			throw new Error(`The environment variables ${name} and ${name}_FILE are both set; remove one of them.`)
		}
		read[name] = readSecret(`${name}_FILE`, file)
	}
	return read
}

/** @param {string} variable @param {string} file */
function readSecret(variable, file) {
	const wrong = (/** @type {string} */ why) =>
		new Error(`The environment variable ${variable} names a file that cannot be used: ${why}.`)
	let text
	try {
		text = readFileSync(file, 'utf8').trim()
	} catch (error) {
		throw wrong(/** @type {Error} */ (error).message)
	}
	if (text === '') throw wrong(`${file} is empty`)
	return text
}
