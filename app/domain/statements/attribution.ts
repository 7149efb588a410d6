/* Which payments a file takes back. Where it may mean one or another, a person decides. */

/** The day and the bank's reference with which money went back. */
export type Back = { on: string; reference: string }

/**
 * A payment that may be meant. `back`: what was said of it already. `isOpen`: it counts. `isByHand`: somebody recorded
 * that it was sent back, perhaps with another day or reference than the bank has. `isNew`: it comes with the file.
 */
export type Fit = { id: string; back: Back | null; isOpen: boolean; isByHand: boolean; isNew: boolean }

/**
 * A line that takes a payment back. `names`: what it quotes. `isExact`: nothing but how many payments fit speaks
 * against it. `meant`: the id of the new payment that it takes back where only new ones fit.
 */
export type Said = Back & { names: string[]; isExact: boolean; fits: Fit[]; meant?: string | undefined }

/**
 * Whom each line means: the only payment that fits, or all that fit as many lines as they are. What is on record is not
 * said again. `back`: by the ids of the payments. `unclear`, `named`: what lines quote for which several payments fit,
 * or none. `doubtful`: the ids of payments that fit those.
 */
export function attributed(all: readonly Said[]) {
	const back = new Map<string, Back>()
	const unclear: string[] = []
	const named: string[] = []
	const doubtful: string[] = []
	for (const lines of alike(notOnRecord(all))) {
		const fits = lines[0]?.fits ?? []
		if (fits.length > 0 && fits.every(fit => fit.isNew)) {
			for (const { on, reference, meant, names } of lines) {
				if (meant) back.set(meant, { on, reference })
				else named.push(...names)
			}
			continue
		}
		const isExact = lines.every(line => line.isExact)
		const isSure = isExact && fits.every(fit => fit.isOpen && !back.has(fit.id))
		const marked = isSure && (fits.length === 1 || fits.length === lines.length) ? fits : []
		for (const [index, { id }] of marked.entries()) {
			const { on = '', reference = '' } = lines[index] ?? {}
			back.set(id, { on, reference })
		}
		const rest = lines.slice(marked.length)
		const told = isExact && fits.length <= 1 ? named : unclear
		told.push(...rest.flatMap(line => line.names))
		if (rest.length > 0) doubtful.push(...fits.map(fit => fit.id))
	}
	return { back, unclear: [...new Set(unclear)], named: [...new Set(named)], doubtful }
}

/** Without lines that are on record, each with a payment of its own, and without the payments that such lines took. */
function notOnRecord(all: readonly Said[]): Said[] {
	const known = new Set<string>()
	const left = all.filter(({ on, reference, fits }) => {
		const its = fits.find(
			fit => !known.has(fit.id) && fit.back?.on === on && fit.back.reference === reference,
		)
		if (its) known.add(its.id)
		return !its
	})
	return left.map(line => ({
		...line,
		fits: line.fits.filter(fit => fit.isOpen || (fit.isByHand && !known.has(fit.id))),
	}))
}

/** Lines together that the same payments fit. */
function alike(lines: readonly Said[]): Said[][] {
	const groups = new Map<string, Said[]>()
	for (const line of lines) {
		const ids = line.fits.map(fit => fit.id).sort()
		const key = ids.length > 0 ? ids.join() : line.names.join()
		groups.get(key)?.push(line) ?? groups.set(key, [line])
	}
	return [...groups.values()]
}
