import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

declare global {
	interface Window {
		axe?: typeof axe
	}
}

/** Runs all rules of axe, best practices included, in the page, which needs scripts. @returns violations by rule. */
export async function findViolations(page: Page, exclude: readonly string[]): Promise<string[]> {
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
	return await page.evaluate(
		async selectors => {
			const scope = selectors.length > 0 ? { exclude: selectors } : document
			const result = await window.axe?.run(scope, { resultTypes: ['violations'] })
			if (!result) throw new Error('axe has not been loaded')
			const getPlaces = (nodes: axe.NodeResult[]) => nodes.map(node => node.target.join(' ')).join(', ')
			return result.violations.map(({ id, nodes }) => `${id}: ${getPlaces(nodes)}`)
		},
		[...exclude],
	)
}
