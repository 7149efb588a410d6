import { execFileSync } from 'node:child_process'
import { buildIsFresh, root } from '../../scripts/built.mjs'

/** Builds the product once before the tests, when the build is missing or older than its sources. */
export default function buildOnce(): void {
	if (buildIsFresh()) return
	execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}
