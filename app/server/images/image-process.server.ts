import { fileURLToPath } from 'node:url'
import type { AvifOptions, JpegOptions, PngOptions, WebpOptions } from 'sharp'
import type { FileType } from '../files/file-types.server'
import { runInProcess } from '../ops/child-process.server'
import { log } from '../ops/log.server'

/** Quarter turns clockwise, in degrees. */
export type Rotation = 0 | 90 | 180 | 270
export type EncodedImage = { bytes: Uint8Array; width: number; height: number }
/**
 * The part of a rotated image to keep: a rectangle of `ratio` (width to height), the largest inside it (cover) or the
 * smallest around it (contain), reduced by `zoom`; `x` and `y`, from 0 to 1, position it in the remaining space.
 * `ground` is the colour around the image.
 */
export type Frame = {
	ratio: number
	fit: 'cover' | 'contain'
	zoom: number
	x: number
	y: number
	ground: string
}
/** `edge`: the length of the longest edge, in pixels. */
export type Version = { edge: number } & (
	| { format: 'png'; options: PngOptions }
	| { format: 'jpeg'; options: JpegOptions }
	| { format: 'webp'; options: WebpOptions }
)
export type UploadResult =
	| { ok: true; images: EncodedImage[] }
	| { ok: false; problem: 'unreadable' }
	| { ok: false; problem: 'too-many-pixels'; maxPixels: number }

export type CanvasFormat =
	| { format: 'avif'; options: AvifOptions }
	| { format: 'webp'; options: WebpOptions }
	| { format: 'png'; options: PngOptions }
	| { format: 'jpeg'; options: JpegOptions }

/** SVG layers of the size of the canvas, drawn below and above its pixels. */
export type CanvasLayers = { below: string; above: string }

/** The jobs of the worker (image-worker.js), and their results. */
export type ImageJobs = {
	upload: {
		job: {
			do: 'upload'
			bytes: Uint8Array
			type: FileType
			rotation: Rotation
			frame?: Frame | undefined
			versions: readonly [Version, ...Version[]]
			maxPixels: number
			maxDecodedBytes: number
		}
		result: UploadResult
	}
	tiles: {
		job: {
			do: 'tiles'
			tiles: readonly { bytes: Uint8Array; width: number; height: number }[]
			maxPixels: number
		}
		result: (Uint8Array | null)[]
	}
	canvas: {
		job: {
			do: 'canvas'
			pixels: Uint8Array
			width: number
			height: number
			layers?: CanvasLayers | undefined
		} & CanvasFormat
		result: Uint8Array
	}
}
export type ImageJob = ImageJobs[keyof ImageJobs]['job']

/* Next to this file in the sources, next to the server in the build. */
const WORKER = fileURLToPath(new URL('./image-worker.js', import.meta.url))
const PROCESSOR_LIMIT_S = 20
/** Kilobytes of writable memory: everything the process allocates, but not its code. */
const MEMORY_LIMIT_KB = 250_000

/* From Node 24 on, compiled JavaScript reserves half a gigabyte, which would count as memory; there is next to none to
   compile here. */
const NODE_OPTIONS = ['--jitless', '--v8-pool-size=0']

/* Elsewhere (macOS, Windows) only the limit on decoded bytes and the timeout apply. */
const limited =
	process.platform === 'linux'
		? {
				execPath: '/bin/sh',
				execArgv: [
					'-c',
					`ulimit -d ${MEMORY_LIMIT_KB}; ulimit -t ${PROCESSOR_LIMIT_S}; exec "$0" "$@"`,
					process.execPath,
				],
			}
		: { execPath: process.execPath, execArgv: [] }

/**
 * Runs one image job in a process of its own, with limits on memory and processor time; `signal` kills it.
 * @returns undefined when it ended without an answer, see {@link runInProcess}.
 */
export function runImageJob<Kind extends keyof ImageJobs>(
	job: ImageJobs[Kind]['job'] & { do: Kind },
	signal?: AbortSignal,
): Promise<ImageJobs[Kind]['result'] | undefined> {
	return runInProcess(WORKER, job, {
		task: `image: ${job.do}`,
		signal,
		execPath: limited.execPath,
		execArgv: [...limited.execArgv, ...NODE_OPTIONS],
		env: { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' },
	})
}

/** Logs at start, before a buyer finds out, when this machine's Node cannot process images within the limits. */
export async function checkImageProcess(signal: AbortSignal): Promise<void> {
	const response = await runImageJob<'tiles'>({ do: 'tiles', tiles: [], maxPixels: 1 }, signal)
	if (!response && !signal.aborted)
		log.error(
			{ node: process.version },
			'image processing is unavailable: every upload of an image will be refused',
		)
}
