import { execFileSync } from 'node:child_process'
import { buildIsFresh, root } from '../../scripts/built.mjs'

/**
 * Builds the product once before the tests, when the build is missing or older than its sources; as for production,
 * because under vitest's NODE_ENV the scripts would hold the development version of React.
 */
export default function buildOnce(): void {
	if (buildIsFresh()) return
	const env = { ...process.env, NODE_ENV: 'production' }
	execFileSync('npm', ['run', '--silent', 'build'], {
		cwd: root,
		env,
		stdio: ['ignore', 'ignore', 'inherit'],
	})
}
