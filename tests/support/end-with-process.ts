import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()

/** Kills `child` when this process ends first, also by a signal. */
export function endWithProcess(child: ChildProcess): void {
	if (running.size === 0) {
		process.once('exit', killAll)
		for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, exit)
	}
	running.add(child)
	child.once('exit', () => {
		running.delete(child)
		if (running.size > 0) return
		process.off('exit', killAll)
		for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.off(signal, exit)
	})
}

const exit = () => process.exit(1)

function killAll(): void {
	for (const child of running) child.kill('SIGKILL')
}
