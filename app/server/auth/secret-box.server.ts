import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { env } from '../ops/env.server'

/* Encrypts secrets that the database must return in plain text: AES-256-GCM under a key derived from SESSION_SECRET. */

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

function keyFrom(secret: string): Buffer {
	return Buffer.from(hkdfSync('sha256', secret, '', 'secret-box', 32))
}

/**
 * Encrypts a secret under the newest SESSION_SECRET. `context` names its owner and purpose; it can only be decrypted
 * with the same context.
 */
export function seal(secret: string, context: string): string {
	const nonce = randomBytes(NONCE_BYTES)
	const cipher = createCipheriv(ALGORITHM, keyFrom(env.sessionSecrets[0] ?? ''), nonce)
	cipher.setAAD(Buffer.from(context))
	const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
	return sealed.toString('base64url')
}

/**
 * Decrypts a value from {@link seal}, under any valid secret.
 * @returns undefined when no secret decrypts it, it was altered, or it was sealed for another context.
 */
export function unseal(sealed: string, context: string): string | undefined {
	const bytes = Buffer.from(sealed, 'base64url')
	if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
	for (const secret of env.sessionSecrets) {
		const decipher = createDecipheriv(ALGORITHM, keyFrom(secret), bytes.subarray(0, NONCE_BYTES), {
			authTagLength: TAG_BYTES,
		})
		decipher.setAAD(Buffer.from(context))
		decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
		const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
		try {
			return Buffer.concat([opened, decipher.final()]).toString('utf8')
		} catch {
			// Try the next secret.
		}
	}
	return undefined
}
