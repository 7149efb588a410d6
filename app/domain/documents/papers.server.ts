import { LRUCache } from 'lru-cache'
import { brandVersion } from '~/domain/brand'
import { type Certificate, readCertificate, readPapers } from '~/domain/certificates/queries.server'
import type { Order } from '~/domain/orders/queries.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { certificatePdf } from './certificate.server'
import { receiptPdf } from './receipt.server'

/** A document to download. */
export type Paper = { name: string; bytes: Buffer }

/* Cached, because drawing takes a tenth of a second. */
const drawn = new LRUCache<string, Paper>({ max: 50 })

/** Renders the receipt of an approved order; undefined before approval, after a rejection, and if nothing was paid. */
export async function renderReceipt(order: Order): Promise<Paper | undefined> {
	const { receipt } = await readPapers(order.id)
	if (order.status !== 'approved' || !receipt) return undefined
	return await renderOnce(`receipt-${receipt.number}`, () => receiptPdf(order, receipt))
}

/** Renders the certificate of an approved order; undefined before approval and after a rejection. */
export async function renderCertificate(order: Order): Promise<Paper | undefined> {
	const { code } = await readPapers(order.id)
	const certificate = order.status === 'approved' && code && (await readCertificate(code))
	return certificate ? await drawCertificate(certificate, order.accountEmail) : undefined
}

/** Finds a certificate by its code, for the account that it was issued to. */
export async function ownCertificate(code: string, account: { id: string; email: string }) {
	const certificate = await readCertificate(code)
	if (certificate?.accountId !== account.id) return undefined
	return await drawCertificate(certificate, account.email)
}

function drawCertificate(certificate: Certificate, email: string): Promise<Paper> {
	const { code, holder } = certificate
	const checkUrl = absoluteUrl(`/certificates/${code}`)
	const draw = () => certificatePdf(certificate, { checkUrl, email })
	return renderOnce(`certificate-${code}`, draw, `${holder} ${email}`)
}

/* `holder`: whom the paper names, if that can change. */
async function renderOnce(name: string, draw: () => Promise<Buffer>, holder = ''): Promise<Paper> {
	const key = `${name} ${brandVersion()} ${holder}`
	const known = drawn.get(key)
	if (known) return known
	const paper = { name: `${name}.pdf`, bytes: await draw() }
	drawn.set(key, paper)
	return paper
}
