import { describe, expect, it } from 'vitest'
import { attributed, type Fit, type Said } from './attribution'

const fit = (id: string, more: Partial<Fit> = {}): Fit => ({
	id,
	back: null,
	isOpen: true,
	isByHand: false,
	isNew: false,
	...more,
})
const gone = (reference: string, isByHand = false) => ({
	back: { on: '2025-11-21', reference },
	isOpen: false,
	isByHand,
})
const line = (reference: string, fits: Fit[], more: Partial<Said> = {}): Said => ({
	on: '2025-11-21',
	reference,
	names: ['ORDER'],
	isExact: true,
	fits,
	...more,
})
const meant = (...lines: Said[]) => {
	const { back, ...told } = attributed(lines)
	return { ...told, back: [...back].map(([id, { reference }]) => `${id} by ${reference}`) }
}
const NONE = { back: [], unclear: [], named: [], doubtful: [] }

describe('a line that takes a payment back', () => {
	it('means the only one that fits, and names the rest', () => {
		expect(meant(line('R', [fit('P')]))).toEqual({ ...NONE, back: ['P by R'] })
		expect(meant(line('R', []))).toEqual({ ...NONE, named: ['ORDER'] })
		expect(meant(line('R', [fit('P')]), line('S', [fit('P')]))).toMatchObject({
			back: ['P by R'],
			named: ['ORDER'],
		})
	})

	it('means none of several, unless as many lines mean them', () => {
		const both = [fit('P'), fit('Q')]
		const doubt = { ...NONE, unclear: ['ORDER'], doubtful: ['P', 'Q'] }
		expect(meant(line('R', both))).toEqual(doubt)
		expect(meant(line('R', both), line('S', both))).toEqual({ ...NONE, back: ['P by R', 'Q by S'] })
		const turned = [fit('Q'), fit('P')]
		expect(meant(line('R', both), line('S', turned)).back).toEqual(['P by R', 'Q by S'])
		expect(meant(...['R', 'S', 'T'].map(one => line(one, both)))).toEqual(doubt)
		const late = line('S', both)
		expect(meant(line('R', [fit('P')]), late)).toMatchObject({ back: ['P by R'], unclear: ['ORDER'] })
	})

	it('leaves what is new in the file, where an earlier one may be meant', () => {
		const own = fit('N', { isNew: true })
		expect(meant(line('R', [own], { meant: 'N' })).back).toEqual(['N by R'])
		expect(meant(line('R', [fit('P'), own], { meant: 'N' }))).toMatchObject({ back: [], unclear: ['ORDER'] })
		const both = [fit('P'), own]
		expect(meant(line('R', both, { meant: 'N' }), line('S', both)).back).toEqual(['P by R', 'N by S'])
	})

	it('is not said again once it is on record, each for one payment', () => {
		const own = fit('N', { isNew: true })
		expect(meant(line('R', [fit('P', gone('R')), own], { meant: 'N' }))).toEqual(NONE)
		expect(meant(line('R', [fit('P', { ...gone('R'), isOpen: true })]))).toEqual(NONE)
		const two = [fit('P', gone('R')), fit('Q')]
		expect(meant(line('R', two), line('R', two))).toEqual({ ...NONE, back: ['Q by R'] })
	})

	it('may mean what somebody recorded with another reference, not what another line took', () => {
		expect(meant(line('S', [fit('P', gone('R')), fit('Q')])).back).toEqual(['Q by S'])
		expect(meant(line('S', [fit('P', gone('R', true)), fit('Q')]))).toMatchObject({
			back: [],
			unclear: ['ORDER'],
		})
		expect(meant(line('S', [fit('P', gone('R', true))]))).toMatchObject({ back: [], named: ['ORDER'] })
	})

	it('means nothing where more than the number of fits speaks against it', () => {
		expect(meant(line('R', [fit('P')], { isExact: false }))).toMatchObject({ back: [], unclear: ['ORDER'] })
	})
})
