/* Signed requests to S3 that are repeated until they succeed. Plain JavaScript, because scripts run it as it is. */
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import PQueue from 'p-queue'

/** @import { OpenFile, S3Place } from './storage.server' */

/**
 * `observe` hears of every attempt: its status, `cut` (no or half an answer) or `slow`. `answerMs`: without a byte for
 * that long, an attempt is over. `patienceMs`: after that no new attempt begins.
 * @typedef {{
 *   observe?: (attempt: { method: string, outcome: string }) => void, answerMs?: number, patienceMs?: number,
 * }} ClientOptions
 */
/**
 * `body` is asked for a body, of `bytes` bytes, at every attempt. `missing`: the code of a 404 that is an answer.
 * `patienceMs`: less than usual, for who asks again anyway.
 * @typedef {{
 *   method: 'GET' | 'PUT' | 'DELETE', key?: string, query?: Record<string, string>, headers?: Record<string, string>,
 *   body?: () => Uint8Array | ReadableStream<Uint8Array>, bytes?: number, missing?: string, patienceMs?: number,
 * }} Call
 */

/** Bytes that a line should carry in a millisecond; an upload may take that much longer. */
const SLOWEST_LINE = 500
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000
/** How often in a row the rest of a file may be asked for without a byte of it. */
const FRUITLESS = 5
/** Requests at once; a composite image asks for hundreds of files. */
const AT_ONCE = 32

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

/** Why a file store did not do what it was asked. `isPassing`: later it might. */
export class StoreError extends Error {
	/** @override */
	name = 'StoreError'
	/** @param {string} message @param {{ isPassing: boolean, retryAfterMs?: number, cause?: unknown }} how */
	constructor(message, { isPassing, retryAfterMs = 0, cause }) {
		super(message, { cause })
		this.isPassing = isPassing
		this.retryAfterMs = retryAfterMs
	}
}

/**
 * @param {S3Place} place
 * @param {ClientOptions} [options]
 */
export function s3Client(place, { observe = () => {}, answerMs = 10_000, patienceMs = 15_000 } = {}) {
	const { bucket, endpoint, region, accessKeyId, secretAccessKey } = place
	const where = `the bucket ${bucket} at ${endpoint}`
	const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
	const queue = new PQueue({ concurrency: AT_ONCE })
	/** Whether the last of all attempts failed for good: then one is enough, so that nobody else waits in vain. */
	let isAway = false

	/** One attempt, up to the head of its answer. @param {Call} call */
	async function begin({ method, key, query, headers, body, bytes = 0, missing }) {
		const clock = stopwatch(answerMs + bytes / SLOWEST_LINE)
		const url = new URL(`${endpoint}/${bucket}${key ? `/${key}` : ''}`)
		url.search = new URLSearchParams(query).toString()
		const sent = /** @type {BodyInit | null} */ (body?.() ?? null)
		const request = await signer.sign(url, { method, body: sent, ...(headers && { headers }) })
		// Proxies change it, so it is not signed.
		request.headers.set('accept-encoding', 'identity')
		clock.start()
		try {
			const answer = await fetch(request, { signal: clock.signal, redirect: 'manual' })
			observe({ method, outcome: String(answer.status) })
			const refusal = answer.ok ? undefined : await refusalOf(answer)
			if (!refusal) return { answer, clock }
			if (refusal.code !== missing) throw refusal.error
			clock.stop()
			return undefined
		} catch (error) {
			clock.stop()
			if (error instanceof StoreError) throw error
			observe({ method, outcome: clock.isOver() ? 'slow' : 'cut' })
			throw new StoreError(`${where} does not answer: ${causeOf(error)}`, { isPassing: true, cause: error })
		}
	}

	/** @param {Response} answer */
	async function refusalOf(answer) {
		const text = await answer.text()
		const code = /<Code>([^<]+)</.exec(text)?.[1] ?? answer.statusText
		const isPassing = PASSING.has(answer.status) || code === 'RequestTimeout'
		const cause = CAUSES[code]
		const said = `${where} answers ${answer.status} ${code}`
		const message = cause ? `The environment variable ${cause}: ${said}` : said
		const retryAfterMs = 1000 * Number(answer.headers.get('retry-after') || 0)
		return { code, error: new StoreError(message, { isPassing, retryAfterMs: retryAfterMs || 0 }) }
	}

	/**
	 * Repeats an attempt until it succeeds, is refused for good, or took too long.
	 * @template T
	 * @param {() => Promise<T>} attempt
	 * @returns {Promise<T>}
	 */
	async function persist(attempt, ownPatienceMs = patienceMs) {
		const end = Date.now() + ownPatienceMs
		for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
			try {
				const result = await queue.add(attempt, { throwOnTimeout: true })
				isAway = false
				return result
			} catch (error) {
				if (!(error instanceof StoreError && error.isPassing)) throw error
				const rest = Math.max(wait * (0.5 + Math.random()), Math.min(error.retryAfterMs, LONGEST_PAUSE_MS))
				if (isAway || Date.now() + rest > end) {
					isAway ||= ownPatienceMs === patienceMs
					throw error
				}
				await pause(rest)
			}
		}
	}

	/**
	 * What `read` makes of the answer, which arrives as a whole or is asked for again; undefined for one that is
	 * `missing`.
	 * @template T
	 * @param {Call} call
	 * @param {(answer: Response) => Promise<T>} read
	 */
	function ask(call, read) {
		return persist(async () => {
			const begun = await begin(call)
			if (!begun) return undefined
			try {
				return await read(begun.answer)
			} catch (error) {
				throw new StoreError(`${where} broke off: ${causeOf(error)}`, { isPassing: true, cause: error })
			} finally {
				begun.clock.stop()
			}
		}, call.patienceMs)
	}

	/** A part of an object, from a byte on. @param {string} key @param {{ from: number, etag: string }} [rest] */
	async function openPart(key, rest) {
		const headers = rest && { range: `bytes=${rest.from}-`, ...(rest.etag && { 'if-match': rest.etag }) }
		const begun = await persist(() =>
			begin({ method: 'GET', key, missing: 'NoSuchKey', ...(headers && { headers }) }),
		)
		if (!begun) return undefined
		begun.clock.stop()
		if (rest && begun.answer.status !== 206) {
			begun.clock.abort()
			throw new StoreError(`${where} knows no ranges`, { isPassing: false })
		}
		return { ...begun, reader: begun.answer.body?.getReader() }
	}

	/**
	 * An object, read once; what is cut off goes on where it stopped. @param {string} key
	 * @returns {Promise<OpenFile | undefined>}
	 */
	async function open(key) {
		const first = await openPart(key)
		if (!first) return undefined
		const { headers } = first.answer
		const bytes = Number(headers.get('content-length'))
		const etag = headers.get('etag') ?? ''
		/** @type {typeof first | undefined} */
		let part = first
		let from = 0
		let fruitless = 0

		/** @returns {Promise<Uint8Array | undefined>} the next bytes; undefined at the end. */
		const next = async () => {
			for (;;) {
				try {
					part ??= await openPart(key, { from, etag })
					if (!part) throw new StoreError(`${where} has lost ${key} meanwhile`, { isPassing: false })
					part.clock.start()
					const { value } = (await part.reader?.read()) ?? {}
					part.clock.stop()
					if (value) {
						from += value.length
						fruitless = 0
						return value
					}
					if (from >= bytes) return undefined
					throw new Error('the answer is too short')
				} catch (error) {
					part?.clock.abort()
					part = undefined
					fruitless++
					if (error instanceof StoreError) throw error
					if (fruitless > FRUITLESS) {
						throw new StoreError(`${where} broke off: ${causeOf(error)}`, { isPassing: true, cause: error })
					}
				}
			}
		}
		const stream = new ReadableStream(
			{
				async pull(controller) {
					const chunk = await next()
					if (chunk) controller.enqueue(chunk)
					else controller.close()
				},
				cancel: () => part?.clock.abort(),
			},
			{ highWaterMark: 0 },
		)
		return { bytes, stream }
	}

	return { ask, open }
}

/** Ends a request that goes on for too long. @param {number} ms */
function stopwatch(ms) {
	const over = new AbortController()
	/** @type {NodeJS.Timeout | undefined} */
	let timer
	let isOver = false
	return {
		signal: over.signal,
		isOver: () => isOver,
		start() {
			timer = setTimeout(() => {
				isOver = true
				over.abort(new Error(`nothing came for ${ms / 1000} seconds`))
			}, ms)
		},
		stop: () => clearTimeout(timer),
		abort() {
			clearTimeout(timer)
			over.abort()
		},
	}
}

/** The innermost message: fetch's own says nothing. @param {unknown} error */
function causeOf(error) {
	let cause = error
	while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
	return cause instanceof Error ? cause.message : String(cause)
}
