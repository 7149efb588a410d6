import { checkPath } from '~/domain/certificates/rules'
import { Money } from '../money'
import { Time } from '../time'
import type { LotData } from './data'

type Data = { pixel: LotData }

/** The history of a lot, newest first. */
export function Provenance({ pixel: { history, cells } }: Data) {
	return (
		<section aria-labelledby="history">
			<h2 id="history" className="text-xl">
				Provenance
			</h2>
			<ol className="mt-3 border-t border-line text-sm">
				{history.map(({ at, text, count, pence }, index) => (
					<li
						// biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn once, on the server
						key={index}
						className="flex flex-wrap gap-x-4 border-b border-line py-3"
					>
						<span className="w-26">
							<Time at={at} dateOnly />
						</span>
						<span className="flex-1 basis-32">
							{text}
							{count < cells.length ? `, ${count} of ${cells.length} pixels` : null}
						</span>
						{pence === null ? null : (
							<span className="ml-auto">
								<Money pence={pence} />
							</span>
						)}
					</li>
				))}
			</ol>
			<p className="mt-3 text-xs text-muted">
				Prices are the list prices of the day. Owners choose whether their name is shown.
			</p>
		</section>
	)
}

/** Says that its owner has a certificate; the house has none. */
export function CertificateNote({ pixel: { since, isHouse, own } }: Data) {
	const code = own?.certificate
	if (!code && (since === null || isHouse)) return null
	return (
		<section className="sheet grid content-start gap-2 self-start p-6 sm:p-8" aria-labelledby="certificate">
			<p className="kicker">Global Ownership Certificate</p>
			<h2 id="certificate">{code ? <span className="figures">{code}</span> : 'Held by its owner'}</h2>
			<p className="text-sm text-muted">
				{code
					? 'Anyone you show it to can use this code to check that it is valid.'
					: 'It carries a code. Anyone who is shown the certificate can check here whether it is valid.'}
			</p>
			<p>
				<a className="link inline-flex min-h-11 items-center" href={code ? checkPath(code) : '/certificates'}>
					{code ? 'Your certificate' : 'Check a certificate'}
				</a>
			</p>
		</section>
	)
}
