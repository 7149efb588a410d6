import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Island } from '~/tools/island'
import { DrawContext } from '~/ui/kept'
import { keepDrawings } from './kept-drawings.server'

let draws = 0

/** As a tool: hydrated, so texts that touch each other stay two. */
function Around({ name, html }: { name: string; html?: string }) {
	draws += 1
	return (
		<p>
			{name} {'&'} {/* biome-ignore lint/security/noDangerouslySetInnerHtml: as the grid is put in */}
			<b dangerouslySetInnerHTML={{ __html: html ?? '' }} /> after
		</p>
	)
}

test('a tool is drawn once for the same props, around what is drawn each time', () => {
	const draw = keepDrawings(() => 1)
	const island = (name: string, html: string, kept: boolean) =>
		renderToString(
			<DrawContext value={draw}>
				<Island name="cell-selector" tool={Around} props={{ name }} html={html} isKept={kept} />
			</DrawContext>,
		)
	const plain = [island('<a>', '<i>1</i>$&', false), island('<a>', '2', false), island('b', '2', false)]
	expect(plain[0]).toContain('&lt;a&gt;<!-- --> <!-- -->&amp;<!-- --> <b><i>1</i>$&</b> after')
	draws = 0
	expect([island('<a>', '<i>1</i>$&', true), island('<a>', '2', true), island('b', '2', true)]).toEqual(plain)
	expect(draws).toBe(2)
})

test('and anew when the brand changes', () => {
	let edition = 1
	const draw = keepDrawings(() => edition)
	draws = 0
	for (const next of [1, 1, 2]) {
		edition = next
		draw.around(Around, { name: 'c' }, '')
	}
	expect(draws).toBe(2)
})
