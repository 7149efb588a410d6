/* The S3 client of the AWS SDK, configured for the file store. Plain JavaScript, because scripts run it without a
   build. */
import { S3Client } from '@aws-sdk/client-s3'
import { StoreError } from './store-error.server.js'

/** @import { S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3' */
/** @import { S3Place } from './storage.server' */

/**
 * `observe` is called with every attempt: its status, `cut` (no answer) or `slow`. `answerMs`: an attempt that receives
 * no byte for so long is aborted. `patienceMs`: no new attempt starts after that.
 * @typedef {{
 * observe?: (attempt: { method: string, outcome: string }) => void,
 * answerMs?: number,
 * patienceMs?: number,
 * }} ClientOptions
 */
/** Anything that an attempt may throw. @typedef {Partial<S3ServiceException> & { code?: string }} Failure */

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000
/** Concurrent connections. A composite image reads hundreds of files, and slow readers keep theirs open. */
const AT_ONCE = 256

const PASSING = new Set([408, 425, 429, 500, 502, 503, 504])

/** @type {Record<string, string>} */
const CAUSES = {
	InvalidAccessKeyId: 'S3_ACCESS_KEY_ID is wrong',
	SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY is wrong, or belongs to another S3_ACCESS_KEY_ID',
	AccessDenied: 'S3_ACCESS_KEY_ID names somebody who may not do this',
	NoSuchBucket: 'STORAGE_URL names a bucket that does not exist',
	InvalidBucketName: 'STORAGE_URL names a bucket that does not exist',
	AuthorizationHeaderMalformed: 'S3_REGION is wrong',
	PermanentRedirect: 'S3_REGION is wrong',
}

/**
 * Creates a client whose commands throw nothing but StoreErrors.
 * @param {S3Place} place
 * @param {ClientOptions} [options]
 */
export function s3Client(place, { observe = () => {}, answerMs = 10_000, patienceMs = 15_000 } = {}) {
	const { endpoint, region, accessKeyId, secretAccessKey } = place
	const agent = { maxSockets: AT_ONCE }
	const client = new S3Client({
		endpoint,
		region,
		credentials: { accessKeyId, secretAccessKey },
		forcePathStyle: true,
		// Not every S3-compatible store supports checksums.
		requestChecksumCalculation: 'WHEN_REQUIRED',
		responseChecksumValidation: 'WHEN_REQUIRED',
		expectContinueHeader: false,
		requestHandler: {
			connectionTimeout: answerMs,
			socketTimeout: answerMs,
			httpAgent: agent,
			httpsAgent: agent,
		},
		retryStrategy: retriesFor(patienceMs),
	})
	client.middlewareStack.add(
		next => args => next(args).catch(error => Promise.reject(storeError(place, error))),
		{ step: 'initialize' },
	)
	client.middlewareStack.add(
		next => async args => {
			const { method } = /** @type {{ method: string }} */ (args.request)
			try {
				const result = await next(args)
				observe({
					method,
					outcome: String(/** @type {{ statusCode: number }} */ (result.response).statusCode),
				})
				return result
			} catch (error) {
				const { name, code } = /** @type {Failure} */ (error)
				// A reset connection has this name too, but also a code.
				observe({ method, outcome: name === 'TimeoutError' && !code ? 'slow' : 'cut' })
				throw error
			}
		},
		// Innermost, so that it sees every attempt and answers of every status.
		{ step: 'deserialize', priority: 'low' },
	)
	return client
}

/**
 * Retries transient failures for `patienceMs`, with growing pauses. After a call that failed for all of that time,
 * calls try once until the store answers again, so that not everybody waits.
 * @param {number} patienceMs
 * @returns {NonNullable<S3ClientConfig['retryStrategy']>}
 */
function retriesFor(patienceMs) {
	let isAway = false
	const token = (/** @type {number} */ end, count = 0, delay = 0) => ({
		end,
		getRetryCount: () => count,
		getRetryDelay: () => delay,
	})
	return {
		acquireInitialRetryToken: async () => token(Date.now() + patienceMs),
		async refreshRetryTokenForRetry(
			/** @type {ReturnType<typeof token>} */ { end, getRetryCount },
			{ error },
		) {
			if (!isTransient(error)) {
				isAway = false
				throw error
			}
			const delay = Math.min(FIRST_PAUSE_MS * 2 ** getRetryCount(), LONGEST_PAUSE_MS) * (0.5 + Math.random())
			isAway ||= Date.now() + delay > end
			if (isAway) throw error
			return token(end, getRetryCount() + 1, delay)
		},
		recordSuccess() {
			isAway = false
		},
	}
}

/**
 * Tests whether an attempt may succeed later. Without a status the connection broke or timed out; a status below 300
 * came with an incomplete answer.
 * @param {Failure} [failure]
 */
function isTransient({ $metadata, name } = {}) {
	const status = $metadata?.httpStatusCode ?? 0
	return status < 300 || PASSING.has(status) || name === 'RequestTimeout'
}

/** @param {S3Place} place @param {unknown} error */
export function storeError({ bucket, endpoint }, error) {
	const failure = /** @type {Failure} */ (error)
	const { $metadata, name = '', message } = failure
	const status = $metadata?.httpStatusCode ?? 0
	const where = `the bucket ${bucket} at ${endpoint}`
	const said = status < 300 ? `${where} does not answer: ${message}` : `${where} answers ${status} ${name}`
	const cause = CAUSES[name]
	const sentence = cause ? `The environment variable ${cause}: ${said}` : said
	return new StoreError(sentence, { isTransient: isTransient(failure), cause: error })
}
