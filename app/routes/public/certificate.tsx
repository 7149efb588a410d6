import { data } from 'react-router'
import { brand } from '~/domain/brand'
import { normaliseCode } from '~/domain/certificates/code'
import { readCertificate } from '~/domain/certificates/queries.server'
import { signatureLine } from '~/domain/certificates/rules'
import { describeCells } from '~/domain/grid/cell-names'
import { ButtonLink } from '~/ui/button'
import { CertificatePlate, Seal } from '~/ui/certificates/plate'
import { Facts } from '~/ui/facts'
import { Engraved } from '~/ui/grid/engraved'
import { Icon } from '~/ui/icon'
import { stepMeta } from '~/ui/layout/page-meta'
import type { Tone } from '~/ui/notice'
import { Time } from '~/ui/time'
import type { Route } from './+types/certificate'

/* Only those who know the code can check a certificate: codes cannot be guessed, and search engines do not list them. */

export const meta: Route.MetaFunction = () =>
	stepMeta(
		'Certificate of ownership',
		'Whether a Global Ownership Certificate is valid, and which pixels of the grid it stands for.',
	)

export async function loader({ params }: Route.LoaderArgs) {
	const code = normaliseCode(params.code)
	const certificate = code && (await readCertificate(code))
	if (!certificate) return data({ certificate: null }, { status: 404 })
	return data({ certificate: { ...certificate, code } })
}

type Certificate = NonNullable<Route.ComponentProps['loaderData']['certificate']>

export default function CertificatePage({ loaderData: { certificate } }: Route.ComponentProps) {
	if (!certificate) return <Unknown />
	const { code, holder, issuedAt, cells, current } = certificate
	const shown = current.length > 0 ? current : cells
	const [first] = shown
	return (
		<article className="wrap py-8 [page:certificate] md:py-16 print:p-0">
			<div className="sheet on-light mx-auto grid max-w-[81rem] gap-10 rounded-none border-[length:clamp(0.75rem,2vw,1.5rem)] border-accent p-[clamp(1.25rem,4vw,4rem)] [border-image:url(/images/certificate-border.svg)_24_round] lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:gap-16 print:min-h-[188mm] print:content-center print:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] print:gap-16">
				<div className="grid content-start gap-6">
					<header className="grid gap-2">
						<p className="kicker">Global Ownership Certificate</p>
						<h1 className="figures text-xl">{code}</h1>
					</header>
					<StatusNotice certificate={certificate} />
					<div>
						<p className="kicker">Issued to</p>
						<p className="font-serif text-xl wrap-anywhere">{holder}</p>
					</div>
					<Facts
						items={{
							'Issued on': <Time at={issuedAt} dateOnly />,
							For: describeCells(cells),
							'Of these still': current.length > 0 && current.length < cells.length && describeCells(current),
						}}
					/>
					<div className="flex items-end justify-between gap-x-6">
						<div className="min-w-0 flex-[0_1_14rem]">
							<p className="pb-1 font-serif text-(length:--text-lg)">{brand.founder || brand.name}</p>
							<p className="border-t border-edge pt-1 text-xs text-muted">{signatureLine(brand)}</p>
						</div>
						<Seal house={brand.name} cells={shown} />
					</div>
				</div>
				<figure className="grid content-start gap-4">
					<div className="flex flex-wrap items-baseline justify-between gap-x-6">
						<h2 className="figures text-xl">
							Lot {first?.row}·{first?.col}
						</h2>
						<p className="text-sm text-muted">
							Row {first?.row}, column {first?.col}
						</p>
					</div>
					<CertificatePlate cells={shown} />
					<figcaption className="text-sm text-muted">
						The rosette grows from the place, in waves of its row and its column.{' '}
						<a className="link link-alone no-print" href="/">
							See the whole grid
						</a>
					</figcaption>
				</figure>
			</div>
		</article>
	)
}

const STATUS_TEXTS: Readonly<Record<Certificate['status'], readonly [Tone, string, string]>> = {
	valid: ['success', 'This certificate is valid', 'The pixels belong to the holder of the certificate.'],
	partly: [
		'warning',
		'Some of these pixels have been transferred',
		'For the others the certificate stands. The new owners have certificates of their own.',
	],
	reduced: [
		'warning',
		'Some of these pixels are no longer the holder’s',
		'They have been released or transferred since. For the others the certificate stands.',
	],
	transferred: [
		'warning',
		'These pixels have been transferred since',
		'The new owner has a certificate of their own.',
	],
	dispersed: [
		'warning',
		'These pixels are no longer the holder’s',
		'Some have been transferred since, and their new owner has a certificate; the others have been released.',
	],
	withdrawn: [
		'error',
		'This certificate has been withdrawn',
		'The pixels do not belong to its holder any more.',
	],
}

function StatusNotice({ certificate: { status, endedAt } }: { certificate: Certificate }) {
	const [tone, title, text] = STATUS_TEXTS[status]
	return (
		<div
			className={`tone-${tone} grid gap-1 border-y border-(--tone) py-4`}
			role={tone === 'error' ? 'alert' : undefined}
		>
			<p className="flex items-center gap-3 text-lg text-(--tone)">
				<Icon name={tone === 'success' ? 'check' : tone === 'warning' ? 'clock' : 'close'} />
				<span className="flex-1 font-serif">{title}</span>
			</p>
			<p className="text-sm">
				{text}
				{endedAt === null ? null : (
					<>
						{' '}
						The last change was on <Time at={endedAt} dateOnly />.
					</>
				)}
			</p>
		</div>
	)
}

function Unknown() {
	return (
		<Engraved missing>
			<p className="kicker">Global Ownership Certificate</p>
			<h1 className="text-2xl">This certificate is unknown</h1>
			<p className="max-w-text">
				We have issued none with this code. Please compare it with the paper: three groups of four letters and
				figures. If they agree, write to us before you rely on it.
			</p>
			<div className="actions">
				<ButtonLink href="/certificates">Enter another code</ButtonLink>
				<ButtonLink variant="secondary" href="/contact">
					Contact us
				</ButtonLink>
			</div>
		</Engraved>
	)
}
