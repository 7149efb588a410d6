import { execFileSync } from 'node:child_process'
import { buildIsFresh, root } from '../../scripts/built.mjs'

/**
 * Builds the product once before the tests if the build is missing or older than its sources. Uses the production mode,
 * because under vitest's NODE_ENV the scripts would contain the development version of React.
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
