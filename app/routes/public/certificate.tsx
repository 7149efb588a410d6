import { data } from 'react-router'
import { normaliseCode } from '~/domain/certificates/code'
import { readCertificate } from '~/domain/certificates/queries.server'
import { describeCells } from '~/domain/mail/order-mails'
import { ButtonLink } from '~/ui/button'
import { Facts } from '~/ui/facts'
import { PlaceMap } from '~/ui/grid/place-map'
import { Notice, type Tone } from '~/ui/notice'
import { stepMeta } from '~/ui/page-meta'
import { Time } from '~/ui/time'
import type { Route } from './+types/certificate'

/* Whoever has a certificate may check it, and nobody else: codes cannot be guessed, and no search engine lists them. */

export const meta: Route.MetaFunction = () =>
	stepMeta(
		'Certificate of ownership',
		'Whether a Global Ownership Certificate is valid, and which pixels of the grid it stands for.',
	)

export async function loader({ params }: Route.LoaderArgs) {
	const code = normaliseCode(params.code)
	const certificate = code && (await readCertificate(code))
	if (!certificate) return data({ certificate: null }, { status: 404 })
	const { holder, issuedAt, endedAt, standing, cells, current } = certificate
	return data({ certificate: { code, holder, issuedAt, endedAt, standing, cells, current } })
}

type Certificate = NonNullable<Route.ComponentProps['loaderData']['certificate']>

export default function CertificatePage({ loaderData: { certificate } }: Route.ComponentProps) {
	if (!certificate) return <Unknown />
	const { code, holder, issuedAt, cells, current } = certificate
	const shown = current.length > 0 ? current : cells
	return (
		<article className="wrap grid gap-10 py-12 md:py-16 md:grid-cols-2 lg:gap-20 lg:py-24">
			<div className="grid gap-6 content-start">
				<p className="kicker">Global Ownership Certificate</p>
				<h1 className="figures text-xl">{code}</h1>
				<hr className="rule" />
				<Standing certificate={certificate} />
				<Facts
					items={[
						['Issued to', holder],
						['Issued on', <Time key="issued" at={issuedAt} dateOnly />],
						['For', describeCells(cells)],
						...(current.length > 0 && current.length < cells.length
							? [['Of these still', describeCells(current)] as const]
							: []),
					]}
				/>
			</div>
			<figure className="grid gap-4 content-start">
				<PlaceMap cells={shown} label={`Where they lie: ${describeCells(shown)}`} className="w-full" />
				<figcaption className="text-sm text-muted">
					Where they lie.{' '}
					<a className="link link-alone" href="/">
						See the whole grid
					</a>
				</figcaption>
			</figure>
		</article>
	)
}

const STANDINGS: Readonly<Record<Certificate['standing'], readonly [Tone, string, string]>> = {
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

function Standing({ certificate: { standing, endedAt } }: { certificate: Certificate }) {
	const [tone, title, text] = STANDINGS[standing]
	return (
		<Notice tone={tone} title={title}>
			<p>
				{text}
				{endedAt === null ? null : (
					<>
						{' '}
						The last change was on <Time at={endedAt} dateOnly />.
					</>
				)}
			</p>
		</Notice>
	)
}

function Unknown() {
	return (
		<section className="wrap grid justify-items-start gap-6 py-16 md:py-24">
			<p className="kicker">Global Ownership Certificate</p>
			<h1 className="text-xl">This certificate is unknown</h1>
			<p className="max-w-text">
				We have issued none with this code. Please compare it with the paper: three groups of four letters and
				figures. If they agree, write to us before you rely on it.
			</p>
			<ButtonLink variant="secondary" href="/contact">
				Contact us
			</ButtonLink>
		</section>
	)
}
