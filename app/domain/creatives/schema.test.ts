import { expect, test } from 'vitest'
import { CreativeForm, shownFraming } from './schema'

const parseLink = (link: string) => CreativeForm.safeParse({ description: 'A', link }).data?.link

test.each([
	['ashworth.example', 'https://ashworth.example'],
	['www.ashworth.example/a?b#c', 'https://www.ashworth.example/a?b#c'],
	['ashworth.example:8443/a', 'https://ashworth.example:8443/a'],
	['müller.example', 'https://müller.example'],
	['http://ashworth.example', 'http://ashworth.example'],
	['https://ashworth.example/', 'https://ashworth.example/'],
])('normalises the link %s to %s', (typed, meant) => expect(parseLink(typed)).toBe(meant))

test.each([
	'ashworth',
	'javascript:alert(1)',
	'javascript.example:alert(1)',
	'mailto:ada@ashworth.example',
	'ada@ashworth.example',
	'ada:secret@ashworth.example',
	'//ashworth.example',
	'/ashworth.example',
	'1.2.3.4',
	'two words.example',
])('rejects %s as a link', typed => expect(parseLink(typed)).toBeUndefined())

test('an image is framed by the defaults when the form has no framing, and re-encoded when it has one', () => {
	const plain = { rotation: 0, framing: { fit: 'cover', zoom: 1, x: 0.5, y: 0.5 } }
	expect(shownFraming({})).toEqual(plain)
	expect(
		shownFraming({ rotation: '45', fit: 'x', position: '', zoom: '1e9', position_x: '2', position_y: 'a' }),
	).toEqual(plain)
	expect(shownFraming({ rotation: '90', position: 'top', position_x: '0.25', zoom: '2.5' })).toEqual({
		rotation: 90,
		framing: { fit: 'cover', zoom: 2.5, x: 0.25, y: 0 },
	})
})
