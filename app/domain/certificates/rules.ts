/**
 * What happened to a cell after its certificate was issued. `ended`: the kind of ownership event; null if there is
 * none.
 */
export type CellFate = {
	readonly cell: number
	readonly ended: 'transferred' | 'rejected' | 'restored' | 'deleted' | 'account-deleted' | null
	/** UTC ms. */
	readonly endedAt: number | null
}

/**
 * The validity of a certificate: all its cells, some of them (`partly`: the others were passed on; `reduced`: not all
 * of the others), none because they were passed on, because they were released (given up, or taken back by the house),
 * or both (`dispersed`).
 */
export type CertificateStatus = 'valid' | 'partly' | 'reduced' | 'transferred' | 'dispersed' | 'withdrawn'

/** `endedAt`: when the last change happened, UTC ms; null while the certificate is valid. */
export function certificateStatus(fates: readonly CellFate[]): {
	status: CertificateStatus
	endedAt: number | null
} {
	const ended = fates.filter(fate => fate.ended !== null)
	const endedAt = ended.length === 0 ? null : Math.max(...ended.map(fate => fate.endedAt ?? 0))
	if (ended.length === 0) return { status: 'valid', endedAt }
	const passedOn = ended.filter(fate => fate.ended === 'transferred').length
	const allPassedOn = passedOn === ended.length
	if (ended.length < fates.length) return { status: allPassedOn ? 'partly' : 'reduced', endedAt }
	if (passedOn === 0) return { status: 'withdrawn', endedAt }
	return { status: allPassedOn ? 'transferred' : 'dispersed', endedAt }
}

/** Returns the text around the seal: "MCXI · ONE GRID · SOLD ONCE · LOT 18·25 · ". */
export function formatSeal(brandName: string, [first]: readonly { row: number; col: number }[]): string {
	return `${brandName.toUpperCase()} · ONE GRID · SOLD ONCE · LOT ${first?.row ?? 0}·${first?.col ?? 0} · `
}

/** Returns the text below the signature: that of the founder, or of the house alone. */
export function signatureLine({ founder }: { founder: string }): string {
	return founder === '' ? 'For the house' : 'The founder, for the house'
}

/** Returns the public page that verifies the certificate with a code. */
export function checkPath(code: string): string {
	return `/certificates/${code}`
}

/** Returns the owner's path of the certificate with a code. */
export function certificatePath(code: string): string {
	return `/user/certificates/${code}/certificate.pdf`
}

/** Returns the buyer's path of a document of an order. */
export function paperPath(orderId: string, paper: 'receipt' | 'certificate'): string {
	return `/user/history/${orderId}/${paper}.pdf`
}
