import sharp from 'sharp'

/* What sharp would remember and how many threads it would start differ between machines; memory has to be bounded on all of them. */
sharp.cache(false)
sharp.concurrency(1)

type Kind = 'upload' | 'picture'

const waiting: Record<Kind, (() => Promise<void>)[]> = { upload: [], picture: [] }
let isOpen = true

/**
 * Does heavy work on images, one piece at a time in a process: decoding and encoding are the dearest things that a visitor can ask
 * for, in memory and in processor time. An upload, for which somebody waits, goes before every piece of a picture of the grid, so
 * pictures are made in small pieces. Never call it from inside `work`. @returns what `work` returns; its errors are thrown on.
 */
export function imageWork<T>(kind: Kind, work: () => Promise<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		waiting[kind].push(() => work().then(resolve, reject))
		if (isOpen) void workOff()
	})
}

async function workOff(): Promise<void> {
	isOpen = false
	for (let next = take(); next; next = take()) await next()
	isOpen = true
}

function take() {
	return waiting.upload.shift() ?? waiting.picture.shift()
}
