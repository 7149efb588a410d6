import { once } from 'node:events'
import net from 'node:net'
import { freePort } from './server'

/** A line between two servers that can be held: what is on its way then waits. */
export type Link = { url: string; hold(): void; release(): void; stop(): Promise<void> }

/** Opens a line to `target`, an http: address. */
export async function openLink(target: string): Promise<Link> {
	const { hostname, port } = new URL(target)
	const own = await freePort()
	const pairs = new Map<net.Socket, net.Socket>()
	let isHeld = false
	const line = net.createServer(near => {
		const far = net.connect(Number(port), hostname)
		for (const [from, to] of [
			[near, far],
			[far, near],
		] as const) {
			pairs.set(from, to)
			from.on('error', () => undefined)
			from.on('close', () => {
				pairs.delete(from)
				to.destroy()
			})
			if (!isHeld) from.pipe(to)
		}
	})
	line.listen(own, '127.0.0.1')
	await once(line, 'listening')
	return {
		url: `http://127.0.0.1:${own}`,
		hold() {
			isHeld = true
			for (const from of pairs.keys()) from.unpipe().pause()
		},
		release() {
			isHeld = false
			for (const [from, to] of pairs) from.pipe(to)
		},
		async stop() {
			line.close()
			for (const from of pairs.keys()) from.destroy()
			await once(line, 'close')
		},
	}
}
